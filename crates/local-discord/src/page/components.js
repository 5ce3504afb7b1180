// Buttons and select menus, and the result of an interaction.
import { h, webLink } from './dom.js';
import { api } from './api.js';
import { state, emit } from './state.js';
import { listBox, popover, closePopover, emoji, entityItems, searchItems } from './list.js';
import { openModal } from './modals.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };
const ENTITY = { 5: 'user', 6: 'role', 7: 'mentionable', 8: 'channel' };

/** A menu keeps its choice until the bot changes the menu, as in Discord's client. */
const chosenIn = new Map();

export const controlRow = (message, row, key) => h('div.row', { key }, (row.components ?? []).map((c) => control(message, c)));

export const control = (message, c) => (c.type === 2 ? button(message, c) : select(message, c));

function button(message, c) {
  const content = [emoji(c.emoji), c.label ? h('span', {}, c.label) : null];
  const common = { class: `btn ${STYLES[c.style] ?? 'secondary'}`, 'data-custom-id': c.custom_id };
  if (c.style === 5) return h('a', { ...common, ...webLink(c.url) }, content, ' ↗\uFE0E');
  return h('button', { ...common, key: c.custom_id, type: 'button', disabled: c.disabled, onclick: () => act(message, c) }, content);
}

/** The current element of a control. It may have been drawn again since somebody used it. */
const standing = (message, c) => document.querySelector(`[data-message="${message.id}"] [data-custom-id="${CSS.escape(c.custom_id)}"]`);

function select(message, c) {
  const known = () => (c.type === 3 ? c.options.map(optionItem) : entityItems(ENTITY[c.type], c.channel_types));
  const key = `${state.me} ${message.id} ${c.custom_id}`;
  const definition = JSON.stringify(c);
  if (chosenIn.get(key)?.definition !== definition) {
    const preset = c.type === 3 ? c.options.filter((o) => o.default).map((o) => o.value) : (c.default_values ?? []).map((d) => d.id);
    chosenIn.set(key, { definition, values: preset });
    if (chosenIn.size > 500) chosenIn.delete(chosenIn.keys().next().value);
  }
  const chosen = chosenIn.get(key);
  const min = c.min_values ?? 1;
  const max = c.max_values ?? 1;
  const el = h('button.select', {
    key: c.custom_id + definition,
    type: 'button',
    'data-custom-id': c.custom_id,
    'aria-haspopup': 'listbox',
    'aria-expanded': 'false',
    disabled: c.disabled,
    onclick: () => openMenu(el, { message, c, items: known(), values: chosen.values, min, max }, (values) => {
      chosen.values = values;
      show();
      act(message, c, values);
    }),
  });
  const show = () => {
    const all = known();
    const items = chosen.values.map((v) => all.find((i) => i.value === v)).filter(Boolean);
    const tags = items.map((i) => h('span.tag', {}, i.mark?.cloneNode(true), i.label));
    const none = h('span.placeholder', {}, c.placeholder ?? 'Make a selection');
    el.replaceChildren(h('span.value', {}, tags.length ? tags : none), h('span.caret', {}, '▾'));
  };
  show();
  return el;
}

const optionItem = (o) => {
  const mark = emoji(o.emoji);
  return { value: o.value, label: o.label, detail: o.description, icon: mark, mark };
};

/**
 * A single choice is sent at once. Several are sent when the menu closes, if they changed and are
 * enough.
 */
function openMenu(anchor, { message, c, items, values, min, max }, send) {
  const single = max === 1;
  let picked = [...values];
  let chose = false; // the single choice was made, even the same one again
  const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search', autocomplete: 'off' });
  const hint = h('small.hint', {});
  const list = listBox((item) => {
    const has = picked.includes(item.value);
    if (single) picked = has && min === 0 ? [] : [item.value];
    else if (has) picked = picked.filter((v) => v !== item.value);
    else if (picked.length < max) picked = [...picked, item.value];
    if (single) (chose = true), closePopover();
    else render();
  }, { label: c.placeholder ?? 'Choices', multiple: !single });
  const render = () => {
    const before = list.el.scrollTop;
    list.set(searchItems(search.value, items).map((i) => ({ ...i, icon: i.icon?.cloneNode(true), checked: picked.includes(i.value) })));
    list.el.scrollTop = before;
    const range = min === max ? `choose ${max}` : `choose ${min} to ${max}`;
    hint.textContent = `${picked.length} chosen, ${range}`;
    done.disabled = picked.length < min;
  };
  const done = h('button.btn.primary', { type: 'button', onclick: closePopover }, 'Done');
  const box = h('div.menu', {}, items.length > 10 ? search : null, list.el, single ? null : h('footer', {}, hint, done));
  render();
  anchor.setAttribute('aria-expanded', 'true');
  popover(anchor, box, (focused) => {
    anchor.setAttribute('aria-expanded', 'false');
    if (focused) standing(message, c)?.focus();
    const changed = picked.length !== values.length || picked.some((v) => !values.includes(v));
    if (!changed && !chose) return;
    if (picked.length >= min) send(picked);
    else notice(message, c, `Choose at least ${min}.`);
  });
  search.addEventListener('input', render);
  search.addEventListener('focus', () => list.attend(search));
  box.addEventListener('keydown', (e) => {
    if (e.target !== done) list.keydown(e);
  });
  if (!items.length) list.el.append(h('p.none', {}, 'Nothing to choose from'));
  (items.length > 10 && matchMedia('(pointer: fine)').matches ? search : list.el).focus();
}

async function act(message, c, values) {
  const used = standing(message, c);
  if (used?.getAttribute('aria-busy') === 'true') return;
  used?.setAttribute('aria-busy', 'true');
  const user = state.me;
  try {
    settle(user, await api.component(user, message.channel_id, message.id, c.custom_id, values), (error) => notice(message, c, error));
  } catch (error) {
    if (user === state.me) notice(message, c, error.message);
  } finally {
    used?.removeAttribute('aria-busy');
  }
}

/** Shows `text` under a control for a moment. */
function notice(message, c, text) {
  const row = standing(message, c)?.closest('.row, .section');
  if (!row) return emit('notice', text);
  const el = h('p.failure', { role: 'alert' }, text);
  if (row.nextElementSibling?.matches('.failure')) row.nextElementSibling.remove();
  row.after(el);
  setTimeout(() => el.remove(), 6000);
}

/**
 * Shows the message or form that answers what `user` did, or says why there is none. Nobody else is
 * shown it.
 */
export function settle(user, outcome, fail) {
  if (user !== state.me) return;
  if (outcome.kind === 'failed') return fail(outcome.error ?? 'The application did not respond');
  if (outcome.message) emit('message', outcome.message);
  if (outcome.kind === 'message' || outcome.kind === 'deferred') emit('answered');
  if (outcome.modal) openModal(user, outcome.modal);
}
