// Modals (forms): what they ask, and how people fill them in.
import { h } from './dom.js';
import { api } from './api.js';
import { entityItems } from './list.js';
import { markdown } from './markdown.js';
import { settle } from './components.js';

const ROW = 1, MENU = 3, TEXT_INPUT = 4, TEXT = 10, LABEL = 18, FILES = 19, RADIO = 21, BOXES = 22, BOX = 23;
const ENTITY = { 5: 'user', 6: 'role', 7: 'mentionable', 8: 'channel' };

let shown = null;
export const closeModal = () => shown?.close();

/** A modal with its fields; `modal_id` names it to the server. */
export function openModal(user, modal) {
  closeModal();
  const parts = modal.components.map(part);
  const fields = parts.filter((p) => p.id);
  const error = h('p.failure', { role: 'alert', hidden: true });
  const submit = h('button.btn.primary', { type: 'submit' }, 'Submit');
  const cancel = h('button.btn.plain', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
  const form = h('form', { novalidate: true },
    h('h2', {}, modal.title),
    parts.map((p) => p.el),
    error,
    h('footer', {}, cancel, submit),
  );
  const dialog = h('dialog.modal', { 'data-modal': modal.modal_id, 'aria-label': modal.title }, form);
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (shown === dialog) shown = null;
  });
  const fail = (text) => {
    error.textContent = text;
    error.hidden = false;
  };
  form.addEventListener('keydown', (e) => e.key === 'Enter' && (e.ctrlKey || e.metaKey) && form.requestSubmit());
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    if (!fields.map((f) => f.check()).every(Boolean) || submit.disabled) return;
    submit.disabled = true;
    error.hidden = true;
    try {
      const files = fields.flatMap((f) => f.files ?? []);
      const named = (f) => f.files.map((file) => `files[${files.indexOf(file)}]`);
      const values = Object.fromEntries(fields.map((f) => [f.id, f.files ? named(f) : f.value]));
      settle(user, await api.modal(user, modal.modal_id, values, files), (text) => {
        throw new Error(text);
      });
      dialog.close();
    } catch (problem) {
      fail(problem.message);
    } finally {
      submit.disabled = false;
    }
  });
  document.body.append(dialog);
  shown = dialog;
  dialog.showModal();
  fields[0]?.focus();
}

/** A part of a modal: a text, or a field with {id, el, value, check, focus}. */
function part(c) {
  if (c.type === TEXT) return { el: markdown(c.content) };
  if (c.type === ROW) return textField(c.components[0], c.components[0].label);
  if (c.type !== LABEL) return { el: h('p.failure', {}, `This page can’t show components of type ${c.type}.`) };
  const inner = c.component;
  if (inner.type === TEXT_INPUT) return textField(inner, c.label, c.description);
  if (inner.type === FILES) return fileField(inner, c.label, c.description);
  if (inner.type === BOX) return boxField(inner, c.label, c.description);
  return choiceField(inner, c.label, c.description);
}

const title = (label, required, description) =>
  h('span', {}, label, required ? h('i', { title: 'required' }, ' *') : null, description ? h('small', {}, ' ', description) : null);

/** What fields with several or hidden controls have in common. */
function field(c, label, description, controls, given, range) {
  const required = c.required !== false;
  const wrong = h('small.wrong');
  return {
    id: c.custom_id,
    el: h('fieldset.field', { 'data-custom-id': c.custom_id }, h('legend', {}, title(label, required, description)), controls, h('div.under', {}, wrong)),
    focus: () => controls.flat?.()[0]?.querySelector?.('input')?.focus(),
    check() {
      const count = given().length;
      const [least, most] = range;
      wrong.textContent = !count && !required ? '' : count < least ? (least === 1 ? 'This is required.' : `At least ${least}.`) : count > most ? `At most ${most}.` : '';
      return !wrong.textContent;
    },
  };
}

function choiceField(c, label, description) {
  const entity = ENTITY[c.type];
  const items = entity ? entityItems(entity, c.channel_types) : c.options.map((o) => ({ value: o.value, label: o.label, detail: o.description, chosen: o.default }));
  const preset = (c.default_values ?? []).map((d) => d.id);
  const most = c.type === RADIO ? 1 : (c.max_values ?? (c.type === BOXES ? items.length : 1));
  const boxes = items.map((i) => h('input', { type: most === 1 ? 'radio' : 'checkbox', name: c.custom_id, 'data-value': i.value, checked: i.chosen || preset.includes(i.value) }));
  const rows = items.map((i, at) => h('label.choice', {}, boxes[at], h('span', {}, i.label, i.detail ? h('small', {}, ' ', i.detail) : null)));
  const given = () => items.filter((_, at) => boxes[at].checked).map((i) => i.value);
  return Object.defineProperty(field(c, label, description, [h('div.choices', {}, rows)], given, [c.min_values ?? 1, most]), 'value', { get: () => (c.type === RADIO ? given()[0] : given()) });
}

function boxField(c, label, description) {
  const box = h('input', { type: 'checkbox', checked: c.default });
  const made = field({ ...c, required: false }, label, description, [h('label.choice', {}, box, 'Yes')], () => [true], [0, 1]);
  return Object.defineProperty(made, 'value', { get: () => box.checked });
}

function fileField(c, label, description) {
  const most = c.max_values ?? 1;
  const input = h('input', { type: 'file', multiple: most > 1 });
  const made = field(c, label, description, [input], () => [...input.files], [c.min_values ?? 1, most]);
  return Object.defineProperty(made, 'files', { get: () => [...input.files] });
}

function textField(c, label, description) {
  const required = c.required !== false;
  const props = {
    'data-custom-id': c.custom_id,
    placeholder: c.placeholder ?? '',
    maxlength: c.max_length ?? 4000,
    'aria-required': required,
    autocomplete: 'off',
    value: c.value ?? '',
  };
  const input = c.style === 2 ? h('textarea', { ...props, rows: 4 }) : h('input', { ...props, type: 'text' });
  const count = h('small.count');
  const wrong = h('small.wrong');
  const measure = () => (count.textContent = c.max_length ? `${input.value.length}/${c.max_length}` : '');
  input.addEventListener('input', () => (measure(), (wrong.textContent = '')));
  measure();
  return {
    id: c.custom_id,
    el: h('label.field', {},
      title(label, required, description),
      input,
      h('div.under', {}, wrong, count),
    ),
    get value() {
      return input.value;
    },
    focus: () => input.focus(),
    check() {
      const length = input.value.length;
      if (required && !input.value.trim()) wrong.textContent = 'This is required.';
      else if (length && length < (c.min_length ?? 0)) wrong.textContent = `At least ${c.min_length} characters.`;
      else return true;
      input.focus();
      return false;
    },
  };
}
