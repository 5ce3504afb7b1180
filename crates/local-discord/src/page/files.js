// The rows above the line: files to send, and the message that is being answered or edited.
import { h } from './dom.js';
import { state } from './state.js';

const MOST = 10;

/** The files for the next message. `changed()` is called when one is added or removed. */
export function fileTray(changed) {
  let files = [];
  const el = h('div.tray', { hidden: true });
  const input = h('input', { type: 'file', multiple: true, hidden: true, 'data-input': 'files', onchange: () => (add(input.files), (input.value = '')) });
  function draw() {
    el.hidden = !files.length;
    el.replaceChildren(...files.map((f) => h('span.chip', {}, f.name, h('button.icon', { type: 'button', 'aria-label': `Remove ${f.name}`, onclick: () => set(files.filter((o) => o !== f)) }, '✕'))));
    changed();
  }
  const set = (next) => ((files = next.slice(0, MOST)), draw());
  const add = (more) => set([...files, ...more]);
  return { el, input, add, set, get files() { return files; } };
}

/**
 * What the line does besides a new message: {reply: message} or {edit: message}. `left()` is called
 * when that ends.
 */
export function purpose(left) {
  let now = null;
  const el = h('div.purpose', { hidden: true });
  const set = (next) => {
    now = next;
    el.hidden = !now;
    if (!now) return;
    const name = state.people.get((now.reply ?? now.edit).author.id)?.name ?? 'somebody';
    const words = now.reply ? ['Replying to ', h('b', {}, name)] : ['Editing your message'];
    el.replaceChildren(h('span', {}, words), h('button.icon', { type: 'button', 'aria-label': 'Cancel', onclick: () => (set(null), left()) }, '✕'));
  };
  return { el, set, get reply() { return now?.reply; }, get edit() { return now?.edit; } };
}
