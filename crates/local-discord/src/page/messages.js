// One message: its author, text, embeds, pictures, controls.
import { h, avatar, colour, jumpTo, localUrl, webLink } from './dom.js';
import { state, guild, colourNumber, rolesOf } from './state.js';
import { markdown, inline, picture } from './markdown.js';
import { messageTime, clockText } from './time.js';
import { layout } from './layout.js';
import { commandName } from './commands.js';
import { nameOfEmoji, react, remove, tools } from './actions.js';

const EPHEMERAL = 1 << 6, LOADING = 1 << 7, SILENT = 1 << 12;
const isEphemeral = (m) => m.ephemeral || (m.flags & EPHEMERAL) !== 0;

/**
 * Whether a private message was sent before the page was loaded. Discord's client forgets those
 * too.
 */
const isGone = (m) => isEphemeral(m) && Date.parse(m.timestamp) < state.since;

/** Whether a message mentions the person in view. */
function mentionsMe(m) {
  if (m.mention_everyone || m.mentions?.some((u) => u.id === state.me)) return true;
  const mine = rolesOf(state.people.get(state.me), guild()).map((r) => r.id);
  return m.mention_roles?.some((id) => mine.includes(id)) ?? false;
}

const authorOf = (user) => state.people.get(user.id) ?? { name: user.global_name ?? user.username, username: user.username, bot: user.bot };

function authorName(user) {
  const person = authorOf(user);
  return h('span.author', { '--role': colour(colourNumber(person, guild())), 'data-author': user.id }, person.name);
}

/** The element of a message, `article[data-message]`. */
export function messageElement(m) {
  if (isGone(m)) {
    const words = 'Messages that only you could see are gone since you reloaded the page, as in Discord.';
    return h('article.message.ephemeral.local.gone', { 'data-message': m.id }, h('p', {}, words));
  }
  const classes = ['message', isEphemeral(m) && 'ephemeral', mentionsMe(m) && 'to-me'].filter(Boolean);
  const props = { class: classes.join(' '), 'data-message': m.id, 'data-author': m.author.id };
  const person = authorOf(m.author);
  const bot = person.bot || m.author.bot;
  return h('article', props,
    above(m),
    h('div.gutter', {}, avatar(person), h('time.side', {}, clockText(Date.parse(m.timestamp)).replace(/:\d\d(?=\D*$)/, ''))),
    h('div.body', { key: 'body' },
      h('header', {}, authorName(m.author), bot ? h('span.app', {}, 'APP') : null, messageTime(m.timestamp), m.flags & SILENT ? h('span.silent', { title: 'Sent silently: nobody is notified' }, '@silent') : null),
      m.flags & LOADING ? h('p.thinking', {}, 'thinking', h('i'), h('i'), h('i')) : content(m),
      (m.embeds ?? []).map((e) => embed(e, m)),
      attachments(m),
      layout(m, (media, c) => partFile(m, media, c)),
      reactions(m),
      isEphemeral(m) ? h('p.only-you', {}, 'Only you can see this', ' · ', h('button.text', { onclick: () => remove(m) }, 'Dismiss')) : null,
    ),
    tools(m, { ephemeral: isEphemeral(m) }),
  );
}

/** Whether a message shares the header of the one before it. */
export function follows(m, before) {
  return (
    before && before.author.id === m.author.id && !system(m) && !above(m) && !(m.flags & SILENT) && !isGone(before) &&
    isEphemeral(m) === isEphemeral(before) && Date.parse(m.timestamp) - Date.parse(before.timestamp) < 420000
  );
}

function above(m) {
  const command = m.interaction ?? m.interaction_metadata;
  if (command?.user && command.name) {
    return h('div.above', {}, avatar(authorOf(command.user)), authorName(command.user), ' used ', h('span.mention', {}, commandName(command.name)));
  }
  if (!m.message_reference) return null;
  const to = m.referenced_message;
  if (!to) return m.type === 19 ? h('div.above', {}, h('i', {}, 'The message was deleted.')) : null;
  const said = cutTo(120, h('span.said', {}, inline(inOneLine(to.content) || 'a picture or a card')));
  // The name takes the keyboard's focus; pressing it presses the whole line.
  return h('div.above', { 'data-to': to.id, onclick: () => jumpTo(to.id) }, avatar(authorOf(to.author)),
    h('button', { type: 'button', title: 'To the message that this answers' }, authorName(to.author)), said);
}

/** A text as one line, without headings, lists, quotes and blocks of code. */
function inOneLine(source) {
  const whole = source.replace(/```(?:[\w+#.-]*\n)?([\s\S]*?)```/g, '``$1``');
  const lines = whole.split('\n').map((line) => line.replace(/^\s*(?:(?:#{1,3}|-#|>>>|>|[-*]|\d{1,9}\.)\s+)*/, ''));
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

/**
 * Keeps `most` characters of an element's visible text. Cutting the source would break its marks.
 */
function cutTo(most, el) {
  const texts = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  for (let left = most; texts.nextNode(); left -= texts.currentNode.length) {
    if (texts.currentNode.length <= left) continue;
    const rest = document.createRange();
    rest.setStart(texts.currentNode, left);
    rest.setEnd(el, el.childNodes.length);
    rest.deleteContents();
    el.append('…');
    break;
  }
  return el;
}

/** A system message in the words of Discord's client. */
function system(m) {
  const name = () => h('b', {}, m.content);
  switch (m.type) {
    case 1: return ['added ', authorName(m.mentions[0]), ' to the thread.'];
    case 2: return ['removed ', authorName(m.mentions[0]), ' from the thread.'];
    case 4: return ['changed the thread’s name: ', name()];
    case 6: return ['pinned a message to this channel.'];
    case 7: return ['joined the server.'];
    case 18: return ['started a thread: ', name()];
    default: return null;
  }
}

function content(m) {
  const words = system(m);
  if (words) return h('p', {}, ...words);
  if (!m.content) return null;
  const el = markdown(m.content);
  const last = el.lastElementChild?.tagName === 'DIV' ? el.lastElementChild : el;
  if (m.edited_timestamp) last.append(h('small.edited', { title: m.edited_timestamp }, ' (edited)'));
  return el;
}

/** An embed's picture, with the description of its attachment. */
function embedPicture(source, m) {
  if (!source?.url) return null;
  const file = (m.attachments ?? []).find((a) => a.url === source.url || `attachment://${a.filename}` === source.url);
  if (!file && !localUrl(source.url)) return picture(source.url);
  return fileView({ filename: source.url.split('/').at(-1), content_type: 'image/', ...source, ...file });
}

function embed(e, m) {
  const title = e.title ? inline(e.title) : null;
  const fields = (e.fields ?? []).map((f) => h('div', { class: f.inline ? 'inline' : undefined }, h('b', {}, inline(f.name)), markdown(f.value)));
  return h('section.embed', { '--edge': colour(e.color) },
    e.thumbnail ? h('div.thumbnail', {}, embedPicture(e.thumbnail, m)) : null,
    e.author ? h('div.by', {}, localUrl(e.author.icon_url) ? picture(e.author.icon_url, { alt: '' }) : null, e.author.name) : null,
    title ? h('h3', {}, e.url ? h('a', webLink(e.url), title) : title) : null,
    e.description ? markdown(e.description) : null,
    fields.length ? h('div.fields', {}, fields) : null,
    e.image ? h('div.pictures', {}, embedPicture(e.image, m)) : null,
    e.footer || e.timestamp ? h('footer', {}, e.footer?.text, e.footer && e.timestamp ? ' · ' : null, e.timestamp ? messageTime(e.timestamp) : null) : null,
  );
}

/** A component's picture or file, with the description of its attachment. */
function partFile(m, media, c) {
  const file = (m.attachments ?? []).find((a) => a.url === media.url);
  if (!file && !localUrl(media.url)) return picture(media.url);
  const name = new URL(media.url, location.href).pathname.split('/').at(-1);
  const view = fileView({ filename: name, content_type: c.type === 13 ? undefined : 'image/', ...media, ...file, description: c.description ?? file?.description });
  if (c.spoiler) view.classList.add('hidden');
  return view;
}

/** The addresses of files that a message's components show. */
const addresses = (parts) => (parts ?? []).flatMap((c) => [c.media?.url, c.file?.url, ...addresses(c.items), ...addresses(c.components), ...addresses(c.accessory ? [c.accessory] : [])]);

function attachments(m) {
  const inEmbeds = [...(m.embeds ?? []).flatMap((e) => [e.image?.url, e.thumbnail?.url]), ...addresses(m.components)];
  const loose = (m.attachments ?? []).filter((a) => !inEmbeds.includes(a.url) && !inEmbeds.includes(`attachment://${a.filename}`));
  const row = (name, files) => (files.length ? h(`div.${name}`, {}, files.map(fileView)) : null);
  return [row('pictures', loose.filter(isPicture)), row('files', loose.filter((a) => !isPicture(a)))];
}

const isPicture = (a) => a.content_type?.startsWith('image/') || /\.(png|jpe?g|gif|webp)$/i.test(a.filename);

function fileView(a) {
  const src = localUrl(a.url);
  if (!src || !isPicture(a)) {
    return h('a.file', { href: src, download: a.filename, title: a.description }, '📄 ', a.filename, h('small', {}, size(a.size)));
  }
  const look = () => (figure.classList.contains('hidden') ? figure.classList.remove('hidden') : enlarge(img));
  const spoiler = a.filename.startsWith('SPOILER_');
  const img = h('img', {
    src,
    alt: a.description ?? a.filename,
    title: a.description ?? a.filename,
    '--width': a.width,
    '--height': a.height,
    onclick: look,
  });
  const words = a.description ? h('figcaption', { hidden: true }, a.description) : null;
  const toggle = words && h('button.alt', { 'aria-label': 'Description', onclick: () => (words.hidden = !words.hidden) }, 'ALT');
  const figure = h('figure', { class: spoiler ? 'hidden' : undefined, 'data-attachment': a.id },
    img, h('button.look', { type: 'button', onclick: look }, spoiler ? 'Show or enlarge' : 'Enlarge'), toggle, words);
  return figure;
}

function size(bytes) {
  if (bytes === undefined) return '';
  if (bytes < 1024) return ` ${bytes} B`;
  return bytes < 1048576 ? ` ${(bytes / 1024).toFixed(1)} kB` : ` ${(bytes / 1048576).toFixed(1)} MB`;
}

function enlarge(img) {
  const big = h('img', { src: img.src, alt: img.alt, title: img.title });
  const dialog = h('dialog.lightbox', { 'aria-label': 'Picture', onclick: () => dialog.close(), onclose: () => dialog.remove() }, big, img.alt ? h('p', {}, img.alt) : null);
  document.body.append(dialog);
  dialog.showModal();
}

function reactions(m) {
  if (!m.reactions?.length) return null;
  return h('div.reactions', {}, m.reactions.map((r) => {
    const emoji = nameOfEmoji(r.emoji);
    const mine = r.user_ids?.includes(state.me) ?? false;
    const names = (r.user_ids ?? []).map((id) => state.people.get(id)?.name).filter(Boolean).join(', ');
    const props = { key: emoji, type: 'button', class: mine ? 'mine' : undefined, 'aria-pressed': String(mine), title: names, 'data-reaction': emoji, onclick: (e) => react(m, emoji, e.currentTarget.getAttribute('aria-pressed') !== 'true') };
    return h('button', props, h('span.emoji', {}, r.emoji.id ? `:${r.emoji.name}:` : r.emoji.name), ' ', String(r.count));
  }));
}
