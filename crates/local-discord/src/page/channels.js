// The left column: each server's channels with their threads, then direct messages.
import { api } from './api.js';
import { h, $, refill, avatar, badge, unseen } from './dom.js';
import { eventsMenu, openEvents } from './events.js';
import { state, isDirect, isThread, CATEGORY, channelName, otherOf, emit } from './state.js';

/** Draws the column. `open(channelId)` opens a channel. */
export function drawChannels(open) {
  const all = [...state.channels.values()];
  const rows = (list) => list.map((c) => row(c, open));
  const position = (a, b) => (a.position ?? 0) - (b.position ?? 0) || Number(BigInt(a.id) - BigInt(b.id));
  const withThreads = (c) => [c, ...all.filter((t) => isThread(t) && t.parent_id === c.id).sort(position)];
  const servers = state.world.guilds.map((g) => {
    const own = all.filter((c) => c.guild_id === g.id && !isThread(c)).sort(position);
    const of = (parent) => own.filter((c) => c.type !== CATEGORY && (c.parent_id ?? null) === parent).flatMap(withThreads);
    const seen = new Set(own.map((c) => c.id));
    const orphans = all.filter((c) => c.guild_id === g.id && isThread(c) && !seen.has(c.parent_id));
    const loose = own.filter((c) => c.type !== CATEGORY && c.parent_id && !seen.has(c.parent_id)).flatMap(withThreads);
    const categories = own.filter((c) => c.type === CATEGORY).map((c) => [h('h3', {}, c.name), rows(of(c.id))]);
    const content = [eventsRow(g), rows([...of(null), ...loose, ...orphans]), categories];
    return content.flat(3).some(Boolean) ? h('section', { key: g.id, 'data-guild': g.id }, h('h2', {}, g.name), content) : null;
  });
  const newest = (a, b) => Number(BigInt(b.last_message_id ?? b.id) - BigInt(a.last_message_id ?? a.id));
  const direct = all.filter(isDirect).sort(newest);
  const strangers = state.world.bots.filter((b) => !direct.some((c) => otherOf(c)?.id === b.id));
  const messages = h('section', { key: 'dm', 'data-guild': 'dm' }, h('h2', {}, 'Direct messages'), rows(direct), strangers.map((b) => stranger(b, open)));
  refill($('channels'), [...servers.filter(Boolean), messages]);
  const waiting = all.reduce((sum, c) => sum + waits(c), 0);
  const total = document.querySelector('#open-channels .badge');
  total.hidden = !waiting;
  total.replaceChildren(String(waiting), unseen(' waiting'));
}

/** The scheduled events of a server, as Discord has them above the channels. */
function eventsRow(g) {
  const count = openEvents(g).length;
  if (!count) return null;
  const words = count === 1 ? '1 event' : `${count} events`;
  return h('button.channel', { key: `events-${g.id}`, 'data-events': g.id, onclick: (e) => eventsMenu(e.currentTarget, g.id) }, h('span.mark', { 'aria-hidden': 'true' }, '📅'), h('span.label', {}, words));
}

/** A bot to whom the person has not written yet. */
function stranger(bot, open) {
  const begin = () => api.openDm(state.me, bot.id).then((channel) => open(channel.id), (error) => emit('notice', error.message));
  return h('button.channel', { 'data-stranger': bot.id, onclick: begin }, avatar(state.people.get(bot.id)), h('span.label', {}, `Write to ${bot.name}`));
}

/**
 * How many unread messages of a channel are for the person: mentions, and a bot's direct or private
 * ones.
 */
export const waits = (c) => (isDirect(c) ? c.unread : Math.max(c.mentions ?? 0, c.awaits ?? 0)) || 0;

const MARKS = { 1: '@', 2: '🔊', 5: '📢', 11: '↳', 12: '🔒', 15: '💬' };
export const mark = (c) => MARKS[c.type] ?? '#';

function row(c, open) {
  const classes = ['channel', isThread(c) && 'thread', c.unread > 0 && 'unread', c.id === state.channel && 'current'].filter(Boolean);
  const icon = isDirect(c) ? avatar(otherOf(c)) : h('span.mark', { 'aria-hidden': 'true' }, mark(c));
  const props = {
    key: c.id,
    class: classes.join(' '),
    'data-channel': c.id,
    'data-unread': c.unread || undefined,
    'aria-current': c.id === state.channel ? 'true' : undefined,
    onclick: () => open(c.id),
  };
  return h('button', props, icon, h('span.label', {}, channelName(c)), badge(waits(c)));
}
