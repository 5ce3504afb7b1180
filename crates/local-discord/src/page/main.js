// The page of the local Discord. Its address says who and where (#as=PERSON&channel=CHANNEL).
import { h, $, refill } from './dom.js';
import { api, live } from './api.js';
import { state, setWorld, setClock, channelName, isDirect, isThread, CATEGORY, on } from './state.js';
import { tick } from './time.js';
import { drawWhere, drawWho, drawBots, drawClock } from './top.js';
import { drawChannels, waits } from './channels.js';
import { drawPeople, peopleKeys } from './people.js';
import { redrawEvents } from './events.js';
import { commandName } from './commands.js';
import { createLog } from './log.js';
import { composer } from './composer.js';
import { closeModal } from './modals.js';
import { closePopover } from './list.js';
import { listenForMenus, personMenu } from './actions.js';
import { clockMenu } from './set.js';

const line = composer($('composer'), () => log.newestOwn());
const log = createLog({
  earlier: (before) => api.messages(state.me, state.channel, before),
  newest: () => fetchMessages(),
  seen: () => markRead(),
});
let socket = null;
let offerFor = null; // the new person, while the page offers to open their unread channel
let turn = 0; // counts navigations, so that late answers to earlier ones are dropped
// The visible navigation. A later one shows only once it is complete, because typed text goes to
// what is visible.
let drawn = 0;
const lastChannel = new Map();

// Navigation: only the address decides who somebody is and which channel is open.
function go(as, channel) {
  const hash = `#as=${as}${channel ? `&channel=${channel}` : ''}`;
  if (location.hash === hash) route();
  else location.hash = hash;
}

function become(id, toWhatWaits = false) {
  if (!id) return;
  closeDrawers();
  if (id === state.me) return toWhatWaits && goToWhatWaits();
  offerFor = toWhatWaits ? { id, at_once: true } : { id };
  go(id, state.channel);
}

function open(channel) {
  closeDrawers();
  go(state.me, channel);
}

const waiting = () => {
  const elsewhere = [...state.channels.values()].filter((c) => c.id !== state.channel && c.type !== CATEGORY);
  return elsewhere.find((c) => isDirect(c) && c.unread) ?? elsewhere.find(waits) ?? null;
};

/** The server channel with the latest message. */
function liveliest() {
  const viewable = [...state.channels.values()].filter((c) => c.type !== CATEGORY);
  const said = (c) => BigInt(c.last_message_id ?? 0);
  const open = viewable.filter((c) => !isDirect(c) && !isThread(c));
  return open.reduce((newest, c) => (said(c) > said(newest) ? c : newest), open[0] ?? viewable[0]);
}

function goToWhatWaits() {
  const channel = waiting();
  if (channel) open(channel.id);
}

async function route() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const humans = state.world.people.filter((p) => !p.bot);
  const asked = humans.find((p) => p.id === hash.get('as'));
  const me = (asked ?? humans.find((p) => p.badge) ?? humans[0])?.id;
  if (!me) return log.note('There’s nobody here yet.');
  const mine = ++turn;
  closeModal();
  closePopover();
  const changed = me !== state.me;
  if (changed) {
    state.me = me;
    state.channels = new Map();
    socket?.close();
    socket = live(me, onEvent, onState);
    log.clear();
    await socket.heard;
    await fetchWorld().catch(() => {}); // Badges may have changed between one person's socket and the next.
    if (mine !== turn) return;
  }
  if (changed || !state.channels.has(hash.get('channel'))) {
    await fetchChannels().catch(() => {}); // The socket says when the server is back.
    if (mine !== turn) return;
  }
  const first = () => (asked ? null : waiting()) ?? liveliest();
  const wanted = state.channels.get(hash.get('channel')) ?? state.channels.get(lastChannel.get(me)) ?? first();
  state.channel = wanted?.id ?? null;
  if (wanted) lastChannel.set(me, wanted.id);
  history.replaceState(null, '', `#as=${me}${wanted ? `&channel=${wanted.id}` : ''}`);
  const jump = offerFor?.id === me && offerFor.at_once && waiting();
  if (jump) return (offerFor = null), go(me, jump.id);
  draw();
  if (matchMedia('(pointer: fine)').matches) line.focus();
  await fetchMessages();
}

// Fetching
async function fetchWorld() {
  setWorld(await api.world());
}

async function fetchChannels() {
  const user = state.me;
  const channels = await api.channels(user);
  if (user !== state.me) return;
  state.channels = new Map(channels.map((c) => [c.id, c]));
  // The open channel was deleted, or the person can't see it any more.
  if (state.channel && !state.channels.has(state.channel) && location.hash.includes(state.channel)) {
    state.channel = null;
    await route();
  }
}

// The socket's news during a fetch is applied after the answer, which may be older.
let meanwhile = [];

async function fetchMessages() {
  const mine = turn;
  meanwhile = [];
  if (!state.channel) return log.clear();
  const unread = state.channels.get(state.channel)?.unread ?? 0;
  try {
    const messages = await api.messages(state.me, state.channel);
    if (mine !== turn) return;
    log.load(messages, unread);
    meanwhile.forEach((change) => change());
    meanwhile = null;
    drawOffer();
    markRead();
  } catch (error) {
    if (mine === turn) log.note(error.message);
  }
}

/** Several calls within a moment become one. */
function soon(work, ms) {
  let timer = null;
  return () => {
    timer ??= setTimeout(async () => {
      timer = null;
      await work().catch(() => {});
      if (drawn === turn) draw();
    }, ms);
  };
}
const refreshChannels = soon(fetchChannels, 80);
const refreshWorld = soon(async () => {
  await fetchWorld();
  await fetchChannels();
}, 80);

const markRead = soon(async () => {
  const channel = state.channels.get(state.channel);
  if (!channel || document.hidden || !log.atBottom) return;
  await api.read(state.me, channel.id);
  channel.unread = channel.mentions = channel.awaits = 0;
}, 120);

// The live socket
const typing = new Map();

function onEvent(t, d) {
  switch (t) {
    case 'hello':
    case 'clock':
      return setClock(d.now_ms);
    case 'message_create':
    case 'message_update':
      return onMessage(d.message, t === 'message_create', d.channel_id);
    case 'message_delete':
      return onRemoved({ channel_id: d.channel_id, id: d.message_id ?? d.id ?? d.message?.id });
    case 'channel_create':
    case 'channel_update':
    case 'channel_delete':
      return refreshChannels();
    case 'commands':
    case 'people':
    case 'events':
      return refreshWorld();
    case 'badges':
      for (const person of state.world.people) person.badge = d[person.id] ?? 0;
      return drawAround();
    case 'bot': {
      const bot = state.world.bots.find((b) => b.id === d.id);
      if (bot) bot.online = d.online;
      return bot ? drawAround() : refreshWorld();
    }
    case 'typing':
      if (d.user_id === state.me) return;
      typing.set(d.user_id, { channel: d.channel_id, until: performance.now() + 9000 });
      return drawTyping();
    case 'interaction':
      if (d.message) onMessage(d.message, false);
  }
}

function onMessage(message, isNew, channel = message.channel_id) {
  typing.delete(message.author.id);
  drawTyping();
  if (channel === state.channel) {
    const change = () => log.upsert(message, isNew);
    meanwhile?.push(change);
    change();
    drawOffer();
    if (isNew && message.author.id !== state.me) markRead();
  }
  if (isNew) refreshChannels();
}

function onRemoved({ channel_id, id }) {
  if (channel_id !== state.channel) return;
  meanwhile?.push(() => log.remove(id));
  log.remove(id);
}

async function onState(connected, again) {
  $('line').hidden = connected;
  try {
    if (!connected || again) await fetchWorld();
    if (!state.people.has(state.me)) return await route(); // It is a different world now.
    if (!connected || !again) return;
    await fetchChannels();
    if (!state.channel) return await route();
    await fetchMessages();
    draw();
  } catch {
    // Still offline; the socket keeps trying.
  }
}

// Drawing
function draw() {
  drawn = turn;
  drawChannels(open);
  redrawEvents();
  drawAround();
  drawWhere();
  line.reset();
}

/** Draws what changes while a channel stays open: people, badges, the bot, the offer. */
function drawAround() {
  if (drawn !== turn) return;
  drawPeople(become);
  drawWho();
  drawBots();
  drawOffer();
  drawBeside();
}

/**
 * The button for two people side by side: this one, and the next one with unread pings or else
 * anybody.
 */
function drawBeside() {
  const others = state.world.people.filter((p) => !p.bot && p.id !== state.me);
  const other = others.find((p) => p.badge) ?? others[0];
  $('beside').hidden = window !== parent || !other;
  if (other) $('beside').href = `/page/side.html#${state.me},${state.channel ?? ''}/${other.id},${state.channel ?? ''}`;
}

/** The line above the input: this person's unread channel, or else who was mentioned here. */
function drawOffer() {
  const channel = offerFor && offerFor.id === state.me ? waiting() : null;
  const next = channel ? null : log.asked();
  $('offer').hidden = !channel && !next;
  if (next) {
    const go = h('button.btn.primary', { 'data-go': next.id, onclick: () => become(next.id) }, `Be ${next.name}`);
    refill($('offer'), [h('span', {}, `${next.name} was mentioned here`), go]);
  }
  if (!channel) return;
  const what = waits(channel) === 1 ? 'A new message' : `${waits(channel)} new messages`;
  const where = isDirect(channel) ? `from ${channelName(channel)}` : `in #${channelName(channel)}`;
  refill($('offer'), [
    h('span', {}, `${what} ${where}`),
    h('button.btn.primary', { 'data-go': channel.id, onclick: goToWhatWaits }, 'Go there'),
    h('button.icon', { 'aria-label': 'Not now', onclick: () => ((offerFor = null), drawOffer()) }, '✕'),
  ]);
}

function drawTyping() {
  const here = [...typing].filter(([, t]) => t.channel === state.channel && t.until > performance.now());
  const names = here.map(([id]) => state.people.get(id)?.name).filter(Boolean);
  $('typing').textContent = names.length ? `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} typing…` : '';
}

// The columns, which are drawers on narrow screens, and the buttons that open them.
const drawers = { channels: $('open-channels'), people: $('me') };

function closeDrawers() {
  const side = document.body.dataset.drawer;
  if (!side) return;
  const focused = $(side).contains(document.activeElement);
  delete document.body.dataset.drawer;
  drawers[side].setAttribute('aria-expanded', 'false');
  if (focused) drawers[side].focus();
}

function toggleDrawer(side) {
  const open = document.body.dataset.drawer === side;
  closeDrawers();
  if (open) return;
  document.body.dataset.drawer = side;
  drawers[side].setAttribute('aria-expanded', 'true');
  ($(side).querySelector('[aria-current=true]') ?? $(side)).focus();
}

for (const [side, button] of Object.entries(drawers)) button.addEventListener('click', () => toggleDrawer(side));
$('shade').addEventListener('click', closeDrawers);
document.addEventListener('keydown', (e) => e.key === 'Escape' && !document.querySelector('dialog') && closeDrawers());
peopleKeys(become, open);
document.addEventListener('visibilitychange', markRead);
addEventListener('hashchange', route);
on('open', open);
// The socket brings every later state, so an answer to a request never replaces a visible message.
on('message', (message) => message.channel_id === state.channel && !log.has(message.id) && onMessage(message, false));
on('removed', onRemoved);
on('answered', () => log.toBottom());
on('notice', (text) => log.note(text));
on('command', (name) => line.type(`/${name} `));
on('reply', (message) => line.reply(message));
on('edit', (message) => line.edit(message));
on('become', (id) => become(id));
on('person', ({ anchor, id }) => personMenu(anchor, id));
listenForMenus((id) => log.message(id));
$('clock').addEventListener('click', (e) => clockMenu(e.currentTarget));
on('failure', ({ user, channel, name, error }) => {
  if (user === state.me && channel === state.channel) log.note('You used ', h('span.mention', {}, commandName(name)), h('span.failure', {}, ` ${error}`));
});
function drawTime() {
  tick();
  drawTyping();
  drawClock();
}
setInterval(drawTime, 500);

for (;;) {
  try {
    await fetchWorld();
    break;
  } catch {
    $('line').hidden = false;
    await new Promise((r) => setTimeout(r, 1000));
  }
}
$('line').hidden = true;
drawTime();
await route();
