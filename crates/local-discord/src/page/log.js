// The messages of the open channel, oldest first, kept at the bottom unless one reads further up.
import { h, $, focusOn, redraw } from './dom.js';
import { state } from './state.js';
import { messageElement, follows } from './messages.js';
import { dayText } from './time.js';

const older = (a, b) => (a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)) < 0;

/** How many messages stand at most while the newest are in view; scrolling up brings back those before. */
const KEPT = 200;
/** How many there are at most when new ones come while somebody reads further up; further ones are fetched when they go down. */
const KEPT_ABOVE = 600;

/** `earlier(beforeId)` answers older messages; `newest()` loads the newest ones; `seen()` is called when these are in view. */
export function createLog({ earlier, newest, seen }) {
  const log = $('log');
  const inner = h('div.inner');
  const top = h('div.start');
  log.replaceChildren(top, inner);
  let shown = []; // [{message, el}]
  let firstUnread = null;
  let more = false;
  let loading = false;
  let gap = false; // newer messages are left out
  let stuck = true; // at the bottom, where new messages come
  let lastTop = 0;

  const toBottom = () => (log.scrollTop = log.scrollHeight);

  /** Dividers and the grouping under one header depend on the neighbour before. */
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

  /** What was said before is not announced as what is said now. */
  function insertAll(messages) {
    log.setAttribute('aria-busy', 'true');
    messages.forEach(insert);
    arrange(0, shown.length);
    setTimeout(() => log.removeAttribute('aria-busy'), 100);
  }

  /** What had the focus is gone: the control that stands for it has it now, or else the message, so that one goes on from there. */
  function refocus(el, customId) {
    const control = customId && el.querySelector(`[data-custom-id="${CSS.escape(customId)}"]:enabled`);
    if (control) control.focus({ preventScroll: true });
    else focusOn(el);
  }

  /** Stays at the bottom, if it was there, with the newest messages and no more than are to stand. */
  function settle() {
    if (!stuck) return;
    if (gap) return newest();
    if (shown.length > KEPT) more = true;
    while (shown.length > KEPT) take(0);
    toBottom();
  }

  log.addEventListener('scroll', async () => {
    const was = stuck;
    // Only a person scrolls up; content that grows under the newest message does not.
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
    /** Shows a channel's newest messages, of which the last `unread` are new to the person. */
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
    /** A message on show. */
    message: (id) => shown.find((s) => s.message.id === id)?.message,
    /** The newest message of the person in view. */
    newestOwn: () => shown.findLast((s) => s.message.author.id === state.me && !s.message.ephemeral)?.message,
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
    /** A line for the person alone that only this page knows of. */
    note(...content) {
      const dismiss = h('button.text', { onclick: () => el.remove() }, 'Dismiss');
      const el = h('article.message.ephemeral.local', { role: 'alert' }, h('p', {}, content, ' · ', dismiss));
      inner.append(el);
      toBottom();
    },
  };
}
