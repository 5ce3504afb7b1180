// The messages of the open channel, oldest first. It stays at the bottom unless the reader scrolls
// up.
import { h, $, focusOn, redraw } from './dom.js';
import { state } from './state.js';
import { messageElement, follows } from './messages.js';
import { dayText } from './time.js';

const older = (a, b) => (a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)) < 0;

/** The most messages while the newest are in view. Scrolling up loads earlier ones again. */
const KEPT = 200;
/** The most messages while somebody reads further up. Newer ones are loaded on the way down. */
const KEPT_ABOVE = 600;

/**
 * `earlier(beforeId)` returns older messages; `newest()` loads the newest; `seen()` is called when
 * these are in view.
 */
export function createLog({ earlier, newest, seen }) {
  const log = $('log');
  const inner = h('div.inner');
  const top = h('div.start');
  log.replaceChildren(top, inner);
  let shown = []; // [{message, el}]
  let firstUnread = null;
  let more = false;
  let loading = false;
  let gap = false; // newer messages are not loaded
  let stuck = true; // at the bottom, where new messages come
  let lastTop = 0;

  const toBottom = () => (log.scrollTop = log.scrollHeight);

  /** Dividers and shared headers depend on the message before. */
  function arrange(from, to = from) {
    for (let at = from; at <= to && at < shown.length; at += 1) {
      const { message, el } = shown[at];
      while (el.previousElementSibling?.matches('.divider')) el.previousElementSibling.remove();
      const before = shown[at - 1]?.message;
      const day = dayText(Date.parse(message.timestamp));
      const newDay = !before || dayText(Date.parse(before.timestamp)) !== day;
      if (newDay) el.before(h('div.divider', {}, h('span', {}, day)));
      const unread = message.id === firstUnread;
      if (unread) el.before(h('div.divider.unread', {}, h('span', {}, 'New')));
      el.classList.toggle('follows', !newDay && !unread && Boolean(follows(message, before)));
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
    return at;
  }

  function take(at) {
    const [{ el }] = shown.splice(at, 1);
    while (el.previousElementSibling?.matches('.divider')) el.previousElementSibling.remove();
    el.remove();
    arrange(at);
  }

  /** Screen readers announce new messages, but not loaded history. */
  function insertAll(messages) {
    log.setAttribute('aria-busy', 'true');
    messages.forEach(insert);
    arrange(0, shown.length);
    setTimeout(() => log.removeAttribute('aria-busy'), 100);
  }

  /** The focused element is gone, so its replacement gets the focus, or else the message. */
  function refocus(el, customId) {
    const control = customId && el.querySelector(`[data-custom-id="${CSS.escape(customId)}"]:enabled`);
    if (control) control.focus({ preventScroll: true });
    else focusOn(el);
  }

  /** Stays at the bottom if it was there, and drops messages above the limit. */
  function settle() {
    if (!stuck) return;
    if (gap) return newest();
    if (shown.length > KEPT) more = true;
    while (shown.length > KEPT) take(0);
    toBottom();
  }

  log.addEventListener('scroll', async () => {
    const was = stuck;
    // Only a person scrolls up; growing content doesn't.
    if (log.scrollHeight - log.scrollTop - log.clientHeight < 60) stuck = true;
    else if (log.scrollTop < lastTop) stuck = false;
    lastTop = log.scrollTop;
    if (stuck) $('jump').hidden = true;
    if (stuck && !was) settle(), seen();
    if (log.scrollTop < 200 && more && !loading && shown.length) {
      loading = true;
      const first = shown[0].message;
      const messages = await earlier(first.id).catch(() => []);
      loading = false;
      if (shown[0]?.message !== first) return;
      const height = log.scrollHeight - log.scrollTop;
      more = messages.length >= 50;
      insertAll(messages);
      log.scrollTop = log.scrollHeight - height;
    }
  });
  // Late pictures, a growing input line or a turned phone must not hide the newest message.
  const watch = new ResizeObserver(() => stuck && toBottom());
  watch.observe(inner);
  watch.observe(log);
  $('jump').addEventListener('click', toBottom);

  return {
    /** Goes to the newest messages and stays there. */
    toBottom() {
      stuck = true;
      $('jump').hidden = true;
      settle();
    },
    get atBottom() {
      return stuck;
    },
    clear() {
      shown = [];
      inner.replaceChildren();
      top.textContent = '';
    },
    /** Shows a channel's newest messages. The last `unread` are new to the person. */
    load(messages, unread) {
      const theirs = messages.filter((m) => m.author.id !== state.me);
      firstUnread = unread ? theirs.at(-Math.min(unread, theirs.length))?.id : null;
      more = messages.length >= 50;
      shown = [];
      gap = false;
      inner.replaceChildren();
      insertAll(messages);
      stuck = true;
      $('jump').hidden = true;
      settle();
    },
    /** A visible message. */
    message: (id) => shown.find((s) => s.message.id === id)?.message,
    /** The newest message of the person in view. */
    newestOwn: () => shown.findLast((s) => s.message.author.id === state.me && !s.message.ephemeral)?.message,
    /** The person whom the newest message with controls asks, unless that is the one in view. */
    asked() {
      const asks = shown.findLast((s) => !s.message.ephemeral && s.message.components?.length)?.message;
      const ids = (asks?.mentions ?? []).filter((u) => !u.bot).map((u) => u.id);
      return ids.includes(state.me) ? null : state.people.get(ids[0]);
    },
    has: (id) => shown.some((s) => s.message.id === id),
    /** Adds a message, or updates a visible one. */
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
        arrange(shown.indexOf(known));
      } else {
        if (!isNew && shown.length && older(message.id, shown[0].message.id)) return;
        if (message.author.id === state.me) stuck = true;
        $('jump').hidden = stuck;
        gap ||= !stuck && shown.length >= KEPT_ABOVE;
        if (!gap) {
          const at = insert(message);
          arrange(at, at + 1);
        }
      }
      settle();
    },
    remove(id) {
      const at = shown.findIndex((s) => s.message.id === id);
      if (at >= 0) take(at);
    },
    /** A line that only this page shows. */
    note(...content) {
      const dismiss = h('button.text', { onclick: () => el.remove() }, 'Dismiss');
      const el = h('article.message.ephemeral.local', { role: 'alert' }, h('p', {}, content, ' · ', dismiss));
      inner.append(el);
      toBottom();
    },
  };
}
