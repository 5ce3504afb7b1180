// A server's scheduled events, and who is interested in them.
import { h, localUrl } from './dom.js';
import { api } from './api.js';
import { state, channelName, emit } from './state.js';
import { popover } from './list.js';
import { inline, markdown } from './markdown.js';
import { timestamp } from './time.js';

const SCHEDULED = 1, ACTIVE = 2;

/** The events that are not over, the next one first. Those in a voice channel need its sight. */
export function openEvents(guild) {
  const seen = (e) => !e.channel_id || state.channels.has(e.channel_id);
  const open = guild.events.filter((e) => (e.status === SCHEDULED || e.status === ACTIVE) && seen(e));
  return open.sort((a, b) => Date.parse(a.scheduled_start_time) - Date.parse(b.scheduled_start_time));
}

function card(e) {
  const begins = Date.parse(e.scheduled_start_time) / 1000;
  const where = e.channel_id ? `🔊${channelName(state.channels.get(e.channel_id))}` : e.entity_metadata?.location ?? '';
  const picture = e.image ? localUrl(`/guild-events/${e.id}/${e.image}.png`) : null;
  const mine = e.interested.includes(state.me);
  const come = () => api.come(state.me, e.id, !mine).catch((error) => emit('notice', error.message));
  const others = e.interested.length ? ` · ${e.interested.length}` : '';
  return h('section.event', { 'data-event': e.id },
    picture ? h('img', { src: picture, alt: '' }) : null,
    h('small', {}, e.status === ACTIVE ? 'Happening now' : [timestamp(begins, 'F'), ' · ', timestamp(begins, 'R')]),
    h('h3', {}, e.name),
    h('p', {}, inline(where)),
    e.description ? markdown(e.description) : null,
    h('button.btn', { type: 'button', class: mine ? 'btn success' : 'btn secondary', 'aria-pressed': String(mine), onclick: come }, (mine ? '✓ Interested' : 'Interested') + others));
}

let shown = null;

/** Opens the events of a server. */
export function eventsMenu(anchor, id) {
  const el = h('div.actions.events', { role: 'group', 'aria-label': 'Events' });
  shown = { el, id };
  redrawEvents();
  popover(anchor, el);
}

/** Draws the open events again. */
export function redrawEvents() {
  const guild = state.world.guilds.find((g) => g.id === shown?.id);
  if (guild) shown.el.replaceChildren(...openEvents(guild).map(card));
}
