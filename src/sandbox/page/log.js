// The messages of the open channel, oldest first, kept at the bottom unless one reads further up.
import { h, $, redraw } from './dom.js';
import { state } from './state.js';
import { messageElement, follows } from './messages.js';
import { dayText } from './time.js';

const older = (a, b) => (a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)) < 0;

/** `earlier(beforeId)` answers older messages; `seen()` is called when the newest ones are in view. */
export function createLog({ earlier, seen }) {
  const log = $('log');
  const inner = h('div.inner');
  const top = h('div.start');
  log.replaceChildren(top, inner);
  let shown = []; // [{message, el}]
  let firstUnread = null;
  let more = false;
  let loading = false;
  let stuck = true; // at the bottom, where new messages come
  let lastTop = 0;

  const toBottom = () => (log.scrollTop = log.scrollHeight);

  /** Dividers and the grouping under one header depend on neighbours, so they are set for the whole list. */
  function arrange() {
    inner.querySelectorAll('.divider').forEach((d) => d.remove());
    let before = null;
    for (const { message, el } of shown) {
      const day = dayText(Date.parse(message.timestamp));
      const newDay = !before || dayText(Date.parse(before.timestamp)) !== day;
      if (newDay) el.before(h('div.divider', {}, h('span', {}, day)));
      const unread = message.id === firstUnread;
      if (unread) el.before(h('div.divider.unread', {}, h('span', {}, 'New')));
      el.classList.toggle('follows', !newDay && !unread && Boolean(follows(message, before)));
      before = message;
    }
    top.hidden = false;
    top.textContent = more ? 'Loading earlier messages…' : shown.length ? '' : 'Nothing has been said here yet.';
  }

  function insert(message) {
    const el = messageElement(message);
    let at = shown.length;
    while (at > 0 && older(message.id, shown[at - 1].message.id)) at -= 1;
    if (at < shown.length) shown[at].el.before(el);
    else inner.append(el);
    shown.splice(at, 0, { message, el });
  }

  /** What had the focus is gone: the control that stands for it has it now, or else the message, so that one goes on from there. */
  function refocus(el, customId) {
    const control = customId && el.querySelector(`[data-custom-id="${CSS.escape(customId)}"]:enabled`);
    el.tabIndex = -1;
    (control ?? el).focus({ preventScroll: true });
  }

  function settle() {
    arrange();
    if (stuck) toBottom();
  }

  log.addEventListener('scroll', async () => {
    const was = stuck;
    // Only a person scrolls up; content that grows under the newest message does not.
    if (log.scrollHeight - log.scrollTop - log.clientHeight < 60) stuck = true;
    else if (log.scrollTop < lastTop) stuck = false;
    lastTop = log.scrollTop;
    if (stuck) $('jump').hidden = true;
    if (stuck && !was) seen();
    if (log.scrollTop < 200 && more && !loading && shown.length) {
      loading = true;
      const first = shown[0].message;
      const messages = await earlier(first.id).catch(() => []);
      loading = false;
      if (shown[0]?.message !== first) return;
      const height = log.scrollHeight - log.scrollTop;
      more = messages.length >= 50;
      messages.forEach(insert);
      arrange();
      log.scrollTop = log.scrollHeight - height;
    }
  });
  // Pictures that arrive late, a growing input line and a turned phone keep the newest message in view.
  const watch = new ResizeObserver(() => stuck && toBottom());
  watch.observe(inner);
  watch.observe(log);
  $('jump').addEventListener('click', toBottom);

  return {
    /** Goes to the newest messages and stays there. */
    toBottom() {
      stuck = true;
      $('jump').hidden = true;
      toBottom();
    },
    get atBottom() {
      return stuck;
    },
    clear() {
      shown = [];
      inner.replaceChildren();
      top.textContent = '';
    },
    /** Shows a channel's newest messages, of which the last `unread` are new to the person. */
    load(messages, unread) {
      const theirs = messages.filter((m) => m.author.id !== state.me);
      firstUnread = unread ? theirs.at(-Math.min(unread, theirs.length))?.id : null;
      more = messages.length >= 50;
      shown = [];
      inner.replaceChildren();
      messages.forEach(insert);
      stuck = true;
      $('jump').hidden = true;
      settle();
    },
    has: (id) => shown.some((s) => s.message.id === id),
    /** A new message, or a new state of one on show. */
    upsert(message, isNew) {
      const known = shown.find((s) => s.message.id === message.id);
      if (known) {
        const { el } = known;
        const held = el.contains(document.activeElement) ? document.activeElement : null;
        const failure = el.querySelector('.failure');
        redraw(el, messageElement(message));
        known.message = message;
        if (failure) el.querySelector('.body').append(failure);
        if (held && !held.isConnected) refocus(el, held.dataset.customId);
      } else {
        if (!isNew && shown.length && older(message.id, shown[0].message.id)) return;
        insert(message);
        if (message.author.id === state.me) stuck = true;
        $('jump').hidden = stuck;
      }
      settle();
    },
    remove(id) {
      const at = shown.findIndex((s) => s.message.id === id);
      if (at < 0) return;
      shown[at].el.remove();
      shown.splice(at, 1);
      arrange();
    },
    /** A line for the person alone that only this page knows of. */
    note(...content) {
      const dismiss = h('button.text', { onclick: () => el.remove() }, 'Dismiss');
      const el = h('article.message.ephemeral.local', { role: 'alert' }, h('p', {}, content, ' · ', dismiss));
      inner.append(el);
      toBottom();
    },
  };
}
