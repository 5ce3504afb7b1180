// Turns Discord's markdown into elements.
import { h, colour, jumpTo, localUrl, webLink } from './dom.js';
import { state, channelName, isDirect, emit } from './state.js';
import { timestamp } from './time.js';

const PLACE = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?$/;

/** A link. One to a channel of this server opens it, one to a message jumps there. */
function link(url, label) {
  const [, channel, message] = PLACE.exec(url) ?? [];
  const there = state.channels.get(channel);
  if (!there) return h('a', webLink(url), label);
  if (!message && label === url) return channelMention(channel);
  const go = (e) => {
    e.preventDefault();
    if (!jumpTo(message)) emit('open', channel);
  };
  const name = (isDirect(there) ? '@' : '#') + channelName(there);
  return h('a.mention', { href: '#', 'data-to': message, onclick: go }, label === url ? `${name} › message` : label);
}

function spoiler(content) {
  const reveal = (event) => {
    if (el.classList.contains('shown')) return;
    event.preventDefault();
    el.classList.add('shown');
    el.removeAttribute('role');
  };
  const el = h('span.spoiler', { role: 'button', tabindex: '0', title: 'Show', onclick: reveal }, h('span', {}, content));
  el.addEventListener('keydown', (event) => (event.key === 'Enter' || event.key === ' ') && reveal(event));
  return el;
}

function personMention(id) {
  const person = state.people.get(id);
  const onclick = (e) => emit('person', { anchor: e.currentTarget, id });
  return h('button.mention', { type: 'button', 'data-person': id, class: id === state.me ? 'mention mine' : 'mention', title: person?.username, onclick }, '@' + (person?.name ?? 'unknown'));
}

function roleMention(id) {
  const role = state.roles.get(id);
  return h('span.mention', { '--role': colour(role?.color) }, '@' + (role?.name.replace(/^@/, '') ?? 'deleted-role'));
}

function channelMention(id) {
  const channel = state.channels.get(id);
  if (!channel) return h('span.mention', {}, '#unknown');
  return h('a.mention', { href: '#', 'data-to': id, onclick: (e) => (e.preventDefault(), emit('open', id)) }, '#' + channelName(channel));
}

// Each rule: a pattern for the start of the remaining text, and what it becomes.
const INLINE = [
  [/^\\([^0-9A-Za-z\s])/, (m) => m[1]],
  [/^(`+)([^`](?:[\s\S]*?[^`])??)\1(?!`)/, (m) => h('code', {}, m[1].length > 1 ? m[2].replace(/^ (.*) $/, '$1') : m[2])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (m) => timestamp(Number(m[1]), m[2])],
  [/^<@!?(\d+)>/, (m) => personMention(m[1])],
  [/^<@&(\d+)>/, (m) => roleMention(m[1])],
  [/^<#(\d+)>/, (m) => channelMention(m[1])],
  [/^<\/([^:>]+):\d+>/, (m) => h('button.mention', { type: 'button', onclick: () => emit('command', m[1]) }, '/' + m[1])],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/, (m) => link(m[2], inline(m[1]))],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"'\])*_~|]/, (m) => link(m[0], m[0])],
  [/^\|\|([\s\S]+?)\|\|/, (m) => spoiler(inline(m[1]))],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (m) => h('strong', {}, h('em', {}, inline(m[1])))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m) => h('strong', {}, inline(m[1]))],
  [/^__([\s\S]+?)__(?!_)/, (m) => h('u', {}, inline(m[1]))],
  [/^~~([\s\S]+?)~~/, (m) => h('s', {}, inline(m[1]))],
  [/^\*(?=\S)([\s\S]*?[^\s*])\*(?!\*)/, (m) => h('em', {}, inline(m[1]))],
  [/^_([\s\S]+?)_(?![A-Za-z0-9_])/, (m) => h('em', {}, inline(m[1])), true],
  [/^@(everyone|here)\b/, (m) => h('span.mention', {}, m[0])],
];

/** Text with inline marks only (no headings, lists or quotes), as an array of nodes and strings. */
export function inline(source) {
  const out = [];
  let plain = '';
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    let hit = null;
    if (/[\\`<[h|*_~@]/.test(rest[0])) {
      for (const [pattern, make, notInWord] of INLINE) {
        if (notInWord && at > 0 && /\w/.test(source[at - 1])) continue;
        const match = pattern.exec(rest);
        if (match) {
          hit = [match, make];
          break;
        }
      }
    }
    if (hit) {
      if (plain) out.push(plain);
      plain = '';
      out.push(hit[1](hit[0]));
      at += hit[0][0].length;
    } else {
      plain += rest[0];
      at += 1;
    }
  }
  if (plain) out.push(plain);
  return out;
}

const ITEM = /^(\s*)(?:([-*])|(\d{1,9})\.)\s+(.*)$/;

/** Consecutive list lines become lists nested by their indentation. */
function list(lines) {
  const [, indent, , number] = ITEM.exec(lines[0]);
  const root = number ? h('ol', { start: number }) : h('ul');
  for (let i = 0; i < lines.length; ) {
    const item = h('li', {}, inline(ITEM.exec(lines[i++])[4]));
    const inner = [];
    while (i < lines.length && ITEM.exec(lines[i])[1].length > indent.length) inner.push(lines[i++]);
    if (inner.length) item.append(list(inner));
    root.append(item);
  }
  return root;
}

function blocks(source) {
  const lines = source.split('\n');
  const out = [];
  let text = [];
  const flush = () => {
    if (text.length) out.push(h('div', {}, inline(text.join('\n'))));
    text = [];
  };
  const block = (node) => (flush(), out.push(node));
  const take = (i, fits) => {
    let end = i;
    while (end < lines.length && fits(lines[end])) end += 1;
    return lines.slice(i, end);
  };
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    let match;
    if (line.startsWith('>>> ')) {
      block(h('blockquote', {}, blocks([line.slice(4), ...lines.slice(i + 1)].join('\n'))));
      i = lines.length;
    } else if (line.startsWith('> ')) {
      const quoted = take(i, (l) => l.startsWith('> '));
      block(h('blockquote', {}, blocks(quoted.map((l) => l.slice(2)).join('\n'))));
      i += quoted.length;
    } else if ((match = /^(#{1,3})\s+(\S.*)$/.exec(line))) {
      block(h('h' + (match[1].length + 2), { class: 'h' + match[1].length }, inline(match[2])));
      i += 1;
    } else if ((match = /^-#\s+(\S.*)$/.exec(line))) {
      block(h('div.subtext', {}, inline(match[1])));
      i += 1;
    } else if ((match = ITEM.exec(line))) {
      const [, indent, , number] = match;
      const sameList = ([, deeper, , other]) => deeper.length > indent.length || !other === !number;
      const items = take(i, (l) => ITEM.test(l) && sameList(ITEM.exec(l)));
      block(list(items));
      i += items.length;
    } else {
      text.push(line);
      i += 1;
    }
  }
  flush();
  return out;
}

/** A whole message or embed text, as a `div.md`. */
export function markdown(source) {
  const out = h('div.md');
  const fence = /```(?:([\w+#.-]*)\n)?([\s\S]*?)```/g;
  let from = 0;
  for (const match of source.matchAll(fence)) {
    const before = source.slice(from, match.index).replace(/\n$/, '');
    if (before) out.append(...blocks(before));
    out.append(h('pre', { 'data-lang': match[1] || undefined }, h('code', {}, match[2].replace(/\n$/, ''))));
    from = match.index + match[0].length;
    if (source[from] === '\n') from += 1;
  }
  if (from < source.length) out.append(...blocks(source.slice(from)));
  return out;
}

/** A picture, or a link if it isn't on the local Discord. */
export function picture(url, props) {
  const src = localUrl(url);
  return src ? h('img', { src, loading: 'lazy', ...props }) : link(url, 'picture elsewhere');
}
