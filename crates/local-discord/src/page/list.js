// A list of choices, for select menus, completion and the quick switch; and a popover for it.
import { h, avatar, colour, fitting } from './dom.js';
import { state, guild, members, rolesIn, rolesOf, channelName, colourNumber } from './state.js';

let lists = 0;

/**
 * An item is {label, detail?, value, icon?, checked?, attributes?}. A click or `pick()` calls
 * `onPick(item)`. With `preselect` the first item is active at first. `label` is the list's name.
 */
export function listBox(onPick, { preselect = true, label = 'Choices', multiple = false } = {}) {
  const id = `list-${++lists}`;
  const el = h('div.list', { role: 'listbox', id, tabindex: '-1', 'aria-label': label, 'aria-multiselectable': multiple ? 'true' : undefined });
  let items = [];
  let active = -1;
  let attending = el; // has the focus during a choice
  const show = () => {
    items.forEach((item, i) => {
      el.children[i].classList.toggle('active', i === active);
      el.children[i].setAttribute('aria-selected', item.checked ?? i === active);
    });
    el.children[active]?.scrollIntoView({ block: 'nearest' });
    if (active < 0) attending.removeAttribute('aria-activedescendant');
    else attending.setAttribute('aria-activedescendant', `${id}-${active}`);
    if (attending.tagName === 'INPUT') attending.setAttribute('aria-expanded', items.length > 0);
  };
  return {
    el,
    /** From now on `input` has the focus during a choice. */
    attend(input) {
      attending.removeAttribute('aria-activedescendant');
      attending = input;
      // A text area cannot be a combobox.
      if (input.tagName === 'INPUT') input.setAttribute('role', 'combobox');
      input.setAttribute('aria-autocomplete', 'list');
      input.setAttribute('aria-controls', id);
      show();
    },
    set(next) {
      items = next;
      active = preselect && items.length ? 0 : -1;
      el.replaceChildren(...items.map((item, i) => row(item, `${id}-${i}`, () => onPick(item), () => ((active = i), show()))));
      show();
    },
    move(step) {
      if (items.length) active = (active + step + items.length) % items.length;
      if (active < 0) active = items.length - 1;
      show();
    },
    /**
     * Arrows move; Enter picks, and so does a space that isn't text. Returns whether the key did
     * something.
     */
    keydown(e) {
      if (e.key === 'ArrowDown') this.move(1);
      else if (e.key === 'ArrowUp') this.move(-1);
      else if ((e.key === 'Enter' || (e.key === ' ' && e.target === el)) && items[active]) onPick(items[active]);
      else return;
      e.preventDefault();
    },
    get active() {
      return items[active];
    },
    get first() {
      return items[0];
    },
  };
}

function row(item, id, pick, hover) {
  const props = {
    id,
    role: 'option',
    'data-value': item.value,
    onmousedown: (e) => e.preventDefault(),
    onmousemove: hover,
    onclick: pick,
    ...item.attributes,
  };
  const mark = item.checked === undefined ? null : h('span.check', { class: item.checked ? 'check on' : 'check' }, item.checked ? '✓' : '');
  const texts = h('span.texts', {}, h('span.label', { '--role': item.colour }, item.label), item.detail ? h('small', {}, item.detail) : null);
  return h('div.item', props, item.icon ?? null, texts, item.tail ?? null, mark);
}

/** A component's or option's emoji. Custom ones show their name. */
export function emoji(e) {
  return e?.name ? h('span.emoji', {}, e.id ? `:${e.name}:` : e.name) : null;
}

export const personItem = (person) => ({
  value: person.id,
  label: person.name,
  detail: person.username,
  icon: avatar(person),
  colour: colour(colourNumber(person, guild())),
});

export const roleItem = (role) => ({ value: role.id, label: '@' + role.name, colour: colour(role.color), detail: 'role' });

export const channelItem = (channel) => ({ value: channel.id, label: '#' + channelName(channel), detail: channel.topic ?? undefined });

/** The choices among users, roles, mentionables or channels (`kind`) in view. */
export function entityItems(kind, channelTypes) {
  const people = () => {
    const direct = !state.channels.get(state.channel)?.guild_id;
    const all = direct ? state.world.people.filter((p) => p.id === state.me || p.bot) : members(guild());
    const rank = (p) => rolesOf(p, guild())[0]?.position ?? 0;
    return [...all].sort((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name)).map(personItem);
  };
  const roles = () => rolesIn(guild()).map(roleItem);
  if (kind === 'user') return people();
  if (kind === 'role') return roles();
  if (kind === 'mentionable') return [...people(), ...roles()];
  const here = [...state.channels.values()].filter((c) => c.guild_id === guild()?.id);
  return here.filter((c) => !channelTypes?.length || channelTypes.includes(c.type)).map(channelItem);
}

export const searchItems = (typed, items) => fitting(typed.replace(/^[@#]/, ''), items, (i) => [i.label.replace(/^[@#]/, ''), i.detail ?? '']);

/** Buttons in a column, each [words, action, class?]. Null is left out. */
export function menuRows(rows) {
  const given = rows.filter(Boolean);
  return given.map(([words, work, kind]) => h('button', { type: 'button', class: kind ? `action ${kind}` : 'action', onclick: () => (closePopover(), work()) }, words));
}

/** A point of the page to open a popover at. */
export const spot = (x, y) => ({ getBoundingClientRect: () => ({ left: x, right: x, top: y, bottom: y, width: 0, height: 0 }) });

let opened = null;
export const closePopover = () => opened?.close();

/**
 * Shows `content` at `anchor` (on a phone from the bottom). Escape or a press elsewhere closes it
 * and calls `onClose(hadFocus)`.
 */
export function popover(anchor, content, onClose = () => {}) {
  closePopover();
  const el = h('div.popover', {}, content);
  // The veil takes the whole press; otherwise its end would press what is behind. The focus stays
  // until then.
  const veil = h('div.veil', { onmousedown: (e) => e.preventDefault(), onclick: () => close() });
  const keys = (e) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    close();
  };
  function close() {
    if (opened?.el !== el) return;
    opened = null;
    const focused = el.contains(document.activeElement);
    el.remove();
    veil.remove();
    document.removeEventListener('keydown', keys, true);
    onClose(focused);
  }
  document.body.append(veil, el);
  const at = anchor.getBoundingClientRect();
  // Its width comes first: what follows measures it.
  el.style.setProperty('--wide', `${at.width}px`);
  const below = at.bottom + el.offsetHeight + 8 < innerHeight || at.top < innerHeight / 2;
  el.style.setProperty('--x', `${Math.max(8, Math.min(at.left, innerWidth - el.offsetWidth - 8))}px`);
  el.style.setProperty('--y', below ? `${at.bottom + 4}px` : `${Math.max(8, at.top - el.offsetHeight - 4)}px`);
  el.style.setProperty('--room', `${(below ? innerHeight - at.bottom : at.top) - 16}px`);
  document.addEventListener('keydown', keys, true);
  opened = { el, close };
  return opened;
}
