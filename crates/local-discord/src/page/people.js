// The right column: everybody, by role. A click becomes that person. And the quick switch.
import { h, $, refill, avatar, badge, colour, fit } from './dom.js';
import { api } from './api.js';
import { state, guild, rolesOf, rolesIn, colourNumber, CATEGORY, emit } from './state.js';
import { listBox, personItem, channelItem, searchItems } from './list.js';

let search = '';

/** Draws the column. `become(personId)` becomes a person. */
export function drawPeople(become) {
  const aside = $('people');
  if (!aside.querySelector('input[type=search]')) build(aside, become);
  const me = state.people.get(state.me);
  refill(aside.querySelector('.self'), me ? selfCard(me) : []);
  const waiting = nextWaiting();
  const next = aside.querySelector('.next');
  next.hidden = !waiting;
  if (waiting) next.replaceChildren(h('span', {}, 'Unread:'), h('b', {}, waiting.name), badge(waiting.badge));
  let place = 0;
  const rows = groups(search).map(([title, people]) => [h('h3', {}, `${title} · ${people.length}`), people.map((p) => row(p, become, ++place))]);
  refill(aside.querySelector('.everybody'), rows.flat(2));
}

function build(aside, become) {
  const input = h('input', { type: 'search', placeholder: 'Find a person', 'aria-label': 'Find a person', autocomplete: 'off' });
  input.addEventListener('input', () => ((search = input.value), drawPeople(become)));
  input.addEventListener('keydown', (e) => {
    if (e.key === 'Enter') aside.querySelector('.everybody .person')?.click();
    if (e.key === 'Escape') (search = input.value = ''), drawPeople(become), input.blur();
  });
  aside.replaceChildren(
    h('div.self'),
    h('button.next', { hidden: true, onclick: () => become(nextWaiting()?.id, true) }),
    h('div.find', {}, input, h('kbd', { title: 'Quick switch' }, 'Ctrl K')),
    h('div.everybody'),
  );
}

function selfCard(me) {
  const roles = rolesOf(me, guild()).map((r) => h('span.role', { '--role': colour(r.color) }, r.name));
  const name = h('b.author', { '--role': colour(colourNumber(me, guild())) }, me.name);
  const toggle = h('input', {
    type: 'checkbox',
    role: 'switch',
    'data-setting': 'dms_open',
    'data-of': me.id,
    checked: me.dms_open !== false,
    onchange: () => setDms(me, toggle),
  });
  return [
    h('div.who', {}, avatar(me), h('div', {}, h('small', {}, 'You are'), name, h('small', {}, '@' + me.username))),
    h('div.roles', {}, roles),
    h('label.switch', {}, 'Direct messages open', toggle),
  ];
}

async function setDms(me, toggle) {
  try {
    await api.settings(me.id, { dms_open: toggle.checked });
    me.dms_open = toggle.checked;
  } catch (error) {
    toggle.checked = !toggle.checked;
    emit('notice', error.message);
  }
}

const humans = () => state.world.people.filter((p) => !p.bot);

/**
 * [title, people] for each role by position, with each person under their highest role. Without
 * bots.
 */
function groups(typed = '') {
  const here = guild();
  const found = humans().filter((p) => fit(typed, p.name) || fit(typed, p.username));
  const byName = (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true });
  const inGuild = found.filter((p) => !here || p.guild_ids?.includes(here.id));
  const under = (role) => inGuild.filter((p) => rolesOf(p, here)[0]?.id === role?.id).sort(byName);
  const elsewhere = found.filter((p) => !inGuild.includes(p)).sort(byName);
  const list = [...rolesIn(here).map((r) => [r.name, under(r)]), ['Everybody', under(undefined)], ['Not in this server', elsewhere]];
  return list.filter(([, people]) => people.length);
}

function row(p, become, place) {
  const me = p.id === state.me;
  const props = {
    key: p.id,
    class: me ? 'person current' : 'person',
    'data-person': p.id,
    'data-badge': p.badge || undefined,
    'aria-current': me ? 'true' : undefined,
    title: `Become ${p.name} (@${p.username})`,
    onclick: () => become(p.id),
  };
  return h('button', props,
    avatar(p),
    h('span.label', {}, h('span.author', { '--role': colour(colourNumber(p, guild())) }, p.name)),
    p.dms_open === false ? h('small.closed', { title: 'Direct messages closed' }, 'no DMs') : null,
    place < 10 ? h('kbd', { title: `Alt+${place}` }, String(place)) : null,
    badge(p.badge),
  );
}

/** The next person after the one in view, in the list's order, who has unread pings. */
function nextWaiting() {
  const order = groups().flatMap(([, people]) => people);
  const at = order.findIndex((p) => p.id === state.me);
  return [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))].find((p) => p.badge > 0);
}

/** Keys: Ctrl+K for the quick switch, Alt and a digit for the first nine people. */
export function peopleKeys(become, open) {
  document.addEventListener('keydown', (e) => {
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') {
      e.preventDefault();
      quickSwitch(become, open);
    } else if (e.altKey && !e.ctrlKey && !e.metaKey && /^Digit[1-9]$/.test(e.code) && !document.querySelector('dialog')) {
      // This keeps the digit out of the line, which takes typed text.
      e.preventDefault();
      document.querySelectorAll('#people .everybody .person')[e.code.at(-1) - 1]?.click();
    }
  });
}

function quickSwitch(become, open) {
  if (document.querySelector('dialog')) return;
  const byBadge = [...humans()].sort((a, b) => b.badge - a.badge);
  const people = byBadge.map((p) => ({ ...personItem(p), tail: badge(p.badge), attributes: { 'data-switch': p.id } }));
  const channels = [...state.channels.values()].filter((c) => c.type !== CATEGORY).map((c) => ({ ...channelItem(c), channel: true }));
  const list = listBox((item) => {
    dialog.close();
    if (item.channel) open(item.value);
    else become(item.value, true);
  });
  const input = h('input', { type: 'search', placeholder: 'Become someone, or #channel', 'aria-label': 'Quick switch', autocomplete: 'off' });
  list.attend(input);
  const render = () => list.set(searchItems(input.value, input.value.startsWith('#') ? channels : people));
  const dialog = h('dialog.quick', { 'aria-label': 'Quick switch', onclose: () => dialog.remove(), onclick: (e) => e.target === dialog && dialog.close() }, input, list.el);
  input.addEventListener('input', render);
  input.addEventListener('keydown', (e) => list.keydown(e));
  document.body.append(dialog);
  render();
  dialog.showModal();
  input.focus();
}
