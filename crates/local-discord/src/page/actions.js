// What people can do with a message or a person: the row above it, the menu (by right-click or
// long press), and who sees it.
import { h, avatar, unseen } from './dom.js';
import { api } from './api.js';
import { state, isDirect, isThread, emit } from './state.js';
import { menuCommands, OF_USER, OF_MESSAGE } from './commands.js';
import { closePopover, menuRows, popover, spot } from './list.js';
import { settle } from './components.js';

const EMOJI = ['👍', '❤️', '😂', '🎉', '👀', '✅'];
const LONG_PRESS_MS = 500;
const TEXT = 0;

const tried = (work) => work.catch((error) => emit('notice', error.message));

export const nameOfEmoji = (emoji) => (emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name);

/** Adds or removes the person's reaction. */
export const react = (m, emoji, add) => tried(api.react(state.me, m.channel_id, m.id, emoji, add));

function toggle(m, emoji) {
  const mine = m.reactions?.find((r) => nameOfEmoji(r.emoji) === emoji)?.user_ids?.includes(state.me);
  return react(m, emoji, !mine);
}

/** The current state of a message. Drawn elements keep their first handlers. */
let standing = () => null;

export async function remove(m) {
  await tried(api.remove(state.me, m.channel_id, m.id).then(() => emit('removed', { channel_id: m.channel_id, id: m.id })));
}

const emojis = (m) =>
  h('div.emojis', {}, EMOJI.map((e) => h('button', { type: 'button', 'aria-label': `React with ${e}`, onclick: () => (closePopover(), toggle(m, e)) }, e)));

/** The row above a message: its most used actions, for mouse and keyboard. */
export function tools(m, { ephemeral }) {
  if (ephemeral) return null;
  const now = () => standing(m.id) ?? m;
  const tool = (words, sign, work) => h('button.icon', { type: 'button', title: words, 'aria-label': words, onclick: work }, sign);
  return h('div.tools', {},
    tool('React', '☺', (e) => popover(e.currentTarget, emojis(now()))),
    tool('Reply', '↩', () => emit('reply', now())),
    m.author.id === state.me ? tool('Delete', '✕', () => remove(m)) : null,
    tool('More', '⋯', (e) => messageMenu(e.currentTarget, now())),
  );
}

/** Uses a command of a context menu on a message or a person. */
async function useOn(command, target) {
  const [user, channel] = [state.me, state.channel];
  try {
    const outcome = await api.useOn(user, channel, command.name, target);
    settle(user, outcome, (error) => emit('failure', { user, channel, name: command.name, error }));
  } catch (error) {
    emit('notice', error.message);
  }
}

/** The commands of a context menu, under their bots' names. */
function apps(kind, target) {
  return menuCommands(kind).map((c) => {
    const bot = state.world.bots.find((b) => b.application_id === c.application_id);
    return [h('span', {}, c.name, h('small', {}, bot?.name)), () => useOn(c, target), 'app-command'];
  });
}

function messageMenu(anchor, m) {
  const channel = state.channels.get(m.channel_id);
  const mine = m.author.id === state.me;
  const plain = !m.ephemeral && (m.type === 0 || m.type === 19);
  const startsThread = plain && channel?.type === TEXT && !m.thread;
  const rows = menuRows([
    !m.ephemeral && ['Reply', () => emit('reply', m)],
    plain && mine && ['Edit', () => emit('edit', m)],
    startsThread && ['Start a thread', () => startThread(m)],
    ['Who sees this?', () => whoSees(m)],
    m.content && ['Copy text', () => tried(navigator.clipboard.writeText(m.content))],
    mine && ['Delete', () => remove(m), 'danger'],
    m.ephemeral && ['Dismiss', () => remove(m)],
    ...(m.ephemeral ? [] : apps(OF_MESSAGE, m.id)),
  ]);
  const shown = popover(anchor, h('div.actions', { role: 'group', 'aria-label': 'Message' }, m.ephemeral ? null : emojis(m), rows));
  shown.el.querySelector('button')?.focus();
}

export function personMenu(anchor, id) {
  const person = state.people.get(id);
  const here = isDirect(state.channels.get(state.channel));
  const rows = menuRows([
    person && !person.bot && id !== state.me && [`Become ${person.name}`, () => emit('become', id)],
    person && id !== state.me && !here && [`Write to ${person.name}`, () => tried(api.openDm(state.me, id).then((c) => emit('open', c.id)))],
    person && ['Copy id', () => tried(navigator.clipboard.writeText(id))],
    ...apps(OF_USER, id),
  ]);
  const shown = popover(anchor, h('div.actions', { role: 'group', 'aria-label': person?.name ?? 'Person' }, rows));
  shown.el.querySelector('button')?.focus();
}

async function startThread(m) {
  const name = (m.content || 'Thread').replace(/\s+/g, ' ').slice(0, 40);
  await tried(api.startThread(state.me, m.channel_id, { name, message_id: m.id }).then((thread) => emit('open', thread.id)));
}

async function whoSees(m) {
  let seen;
  try {
    seen = await api.seenBy(state.me, m.channel_id, m.id);
  } catch (error) {
    return emit('notice', error.message);
  }
  const row = (one) => {
    const person = state.people.get(one.user_id);
    return h('li', {}, avatar(person), h('span', {}, h('b', {}, person?.name), one.why ? h('small', {}, one.why) : null));
  };
  const part = (title, of) => (of.length ? [h('h3', {}, `${title} · ${of.length}`), h('ul', {}, of.map(row))] : null);
  const close = h('button.btn.primary', { type: 'button', onclick: () => dialog.close() }, 'Close');
  const dialog = h('dialog.sees', { 'aria-label': 'Who sees this message', onclose: () => dialog.remove(), onclick: (e) => e.target === dialog && dialog.close() },
    // The focus starts here, so that the top is visible and not the button at the end.
    h('h2', { tabindex: '-1', autofocus: true }, 'Who sees this message'),
    part('See it', seen.filter((one) => one.sees)),
    part('Don’t see it, or only part of it', seen.filter((one) => !one.sees)),
    h('footer', {}, close));
  document.body.append(dialog);
  dialog.showModal();
}

/** The target of a menu: a person's name or picture if there is one, else the message around it. */
function meant(el, messageOf) {
  const person = el.closest('.author[data-author], .gutter .avatar, .person[data-person]');
  const article = el.closest('article[data-message]');
  const id = person?.dataset.person ?? person?.dataset.author ?? (person && article?.dataset.author);
  if (id) return (anchor) => personMenu(anchor, id);
  const message = article && messageOf(article.dataset.message);
  return message && ((anchor) => messageMenu(anchor, message));
}

/** Opens menus by right-click and by long press. `messageOf(id)` returns a visible message. */
export function listenForMenus(messageOf) {
  standing = messageOf;
  let held = null;
  let opened = false; // by a finger that is still down
  const own = (el) => el.closest('a, input, textarea, dialog, .popover') || getSelection()?.toString();
  document.addEventListener('contextmenu', (e) => {
    // Some phones send this after a long press that has already opened a menu.
    if (opened) return e.preventDefault();
    const open = !own(e.target) && meant(e.target, messageOf);
    if (!open) return;
    e.preventDefault();
    open(spot(e.clientX, e.clientY));
  });
  const let_go = () => (clearTimeout(held), (held = null));
  document.addEventListener('pointerdown', (e) => {
    let_go();
    opened = false;
    if (e.pointerType !== 'touch' || own(e.target) || e.target.closest('button:not(.person)')) return;
    const open = meant(e.target, messageOf);
    const { clientX: x, clientY: y } = e;
    if (open) held = setTimeout(() => ((opened = true), open(spot(x, y))), LONG_PRESS_MS);
  });
  for (const name of ['pointerup', 'pointercancel', 'scroll']) document.addEventListener(name, let_go, true);
  // A press that opens a menu ends on the menu or on the veil behind it. That end is not a press.
  document.addEventListener('click', (e) => {
    if (opened) e.preventDefault(), e.stopPropagation();
    opened = false;
  }, true);
}

/** The threads of the open channel, or in a thread the way to leave it. */
export async function threadsMenu(anchor) {
  const channel = state.channels.get(state.channel);
  const change = (id, join) => tried(api.membership(state.me, id, join).then(() => (join ? emit('open', id) : emit('open', channel.parent_id ?? channel.id))));
  if (isThread(channel)) {
    return popover(anchor, h('div.actions', {}, menuRows([[`Leave ${channel.name}`, () => change(channel.id, false), 'danger']])));
  }
  const threads = await api.threads(state.me, channel.id).catch((error) => (emit('notice', error.message), []));
  const rows = threads.map((t) => [h('span', {}, t.name, h('small', {}, t.joined ? 'open' : 'join')), () => (t.joined ? emit('open', t.id) : change(t.id, true))]);
  const none = threads.length ? null : h('p.none', {}, 'No thread is open here.');
  return popover(anchor, h('div.actions', {}, none, menuRows(rows)));
}

export const threadsButton = () => h('button.icon.threads', { type: 'button', title: 'Threads', onclick: (e) => threadsMenu(e.currentTarget) }, h('span', { 'aria-hidden': 'true' }, '↳'), unseen('Threads'));
