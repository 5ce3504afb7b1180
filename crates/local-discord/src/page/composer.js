// The line at the bottom. It chats; after "/" it becomes a form for a command.
import { h, fitting } from './dom.js';
import { api } from './api.js';
import { FORUM, state, guild, isDirect, channelName, members, rolesIn, emit } from './state.js';
import { FILE, commandsHere, isText, offered, valueOf, readLine } from './commands.js';
import { fileTray, purpose } from './files.js';
import { listBox, personItem, roleItem, searchItems } from './list.js';
import { settle } from './components.js';

const SILENT = 1 << 12;
/** How long somebody is shown as typing after the last sign of it. */
const TYPING_MS = 8000;

export function composer(root, newestOwn) {
  const text = h('textarea', { rows: 1, 'data-input': 'text', 'aria-label': 'Message', maxlength: 4000, enterkeyhint: 'send' });
  const form = h('div.command', { hidden: true });
  const send = h('button.send', { title: 'Send', 'aria-label': 'Send', onmousedown: (e) => e.preventDefault(), onclick: submit }, '➤');
  const slash = h('button.slash', { title: 'Commands', 'aria-label': 'Commands', onclick: () => (cancel('/'), text.focus()) }, '/');
  const hint = h('p.hint', { hidden: true });
  const list = listBox(pick);
  const loose = listBox(pick, { preselect: false });
  const suggest = h('div.suggest', { hidden: true }, list.el, loose.el);
  const tray = fileTray(() => {});
  const aim = purpose(() => (text.value = ''));
  const clip = h('button.slash', { title: 'Files', 'aria-label': 'Files', onclick: () => tray.input.click() }, '+');
  root.replaceChildren(suggest, hint, aim.el, tray.el, tray.input, h('div.bar', {}, slash, clip, text, form, send));

  let command = null; // the command being filled in
  let fields = []; // its visible options
  let field = null; // the focused one
  let moved = false; // an arrow key has moved in the visible list
  let shown = null; // the visible list: `list`, `loose` (nothing active before an arrow key) or null
  let busy = false;
  let asked = 0; // the latest autocomplete request
  const drafts = new Map();
  let draftKey = null;
  let typingTold = -Infinity;

  function offer(box, items) {
    shown = items?.length ? box : null;
    moved = false;
    suggest.hidden = !shown;
    for (const each of [list, loose]) {
      each.el.hidden = each !== shown;
      if (each !== shown) each.set([]);
    }
    shown?.attend(field?.input ?? text);
    shown?.set(items);
  }
  const hide = () => offer(null);

  function tell(words, wrong = false) {
    hint.hidden = !words;
    hint.classList.toggle('wrong', wrong);
    hint.replaceChildren(...(words ? [words].flat() : []));
  }

  // Text
  function grow() {
    text.style.height = 'auto';
    text.style.height = `${Math.min(text.scrollHeight, 200)}px`;
  }

  const mentionAtCaret = (input = text) => /(?:^|[\s,])@((?:[^@\n]{0,29}[^@\s])?)$/.exec(input.value.slice(0, input.selectionStart));
  const mentioned = (mention) => mention && searchItems(mention[1], [...members(guild()).map(personItem), ...rolesIn(guild()).map(roleItem)]).slice(0, 8);

  /** Tells others from time to time that the person is typing. */
  function tellTyping() {
    if (!text.value || text.value.startsWith('/') || performance.now() - typingTold < TYPING_MS) return;
    typingTold = performance.now();
    api.typing(state.me, state.channel).catch(() => {});
  }

  function typed() {
    grow();
    tell();
    if (text.value.startsWith('/')) {
      const commands = commandsHere();
      const read = readLine(text.value, commands);
      if (read) return begin(read.command, read.texts);
      const query = text.value.slice(1);
      const fit = (commands) => fitting(query, commands, (c) => [c.name, c.name.replaceAll(' ', '')]);
      const items = fit(commands);
      offer(list, items.map(commandItem));
      if (!items.length) tell(whoHas((p) => fit(commandsHere(p)).length));
      return;
    }
    offer(list, mentioned(mentionAtCaret()));
  }

  /** What to say to a person who has no such command: who has. */
  function whoHas(has) {
    const names = members(guild()).filter((p) => !p.bot && has(p)).map((p) => p.name);
    return names.length ? `That command is for ${names.slice(0, 3).join(', ')}.` : 'No such command here.';
  }

  const commandItem = (c) => ({
    label: '/' + c.name,
    detail: c.description,
    value: c,
    tail: h('span.args', {}, c.options.map((o) => h('i', { class: o.required ? 'required' : undefined }, o.name))),
    attributes: { 'data-command': c.name, 'data-value': undefined },
  });

  /** Turns names after "@" into mentions, like Discord's input. */
  function encode(content) {
    const names = [
      ...state.world.people.map((p) => ['@' + p.name, `<@${p.id}>`]),
      ...rolesIn(guild()).map((r) => ['@' + r.name, `<@&${r.id}>`]),
      ...[...state.channels.values()].filter((c) => !isDirect(c)).map((c) => ['#' + c.name, `<#${c.id}>`]),
    ].sort((a, b) => b[0].length - a[0].length);
    let out = '';
    for (let at = 0; at < content.length; ) {
      const hit = /[@#]/.test(content[at]) && names.find(([name]) => content.slice(at, at + name.length).toLowerCase() === name.toLowerCase());
      out += hit ? hit[1] : content[at];
      at += hit ? hit[0].length : 1;
    }
    return out;
  }

  /** The text as people type it, with names instead of mentions. */
  function decode(content) {
    const named = (sign, known) => (whole, id) => (known(id) ? sign + known(id) : whole);
    return content
      .replace(/<@!?(\d+)>/g, named('@', (id) => state.people.get(id)?.name))
      .replace(/<@&(\d+)>/g, named('@', (id) => state.roles.get(id)?.name))
      .replace(/<#(\d+)>/g, named('#', (id) => state.channels.get(id)?.name));
  }

  // A command
  function begin(next, texts = {}) {
    show(next, next.options.filter((o) => o.required || texts[o.name] !== undefined).map((o) => makeField(o, texts[o.name])));
    const last = Object.keys(texts).at(-1);
    const first = fields.find((f) => f.option.name === last) ?? fields.find((f) => f.option.required && !f.input.value) ?? fields[0];
    if (first) focus(first);
    else {
      form.focus();
      tell(command.description);
    }
  }

  function show(next, made) {
    command = next;
    fields = made;
    text.value = '';
    text.hidden = true;
    form.hidden = false;
    hide();
    draw();
  }

  function draw() {
    const more = command.options.filter((o) => !fields.some((f) => f.option === o));
    form.replaceChildren(
      h('span.name', { 'data-command': command.name }, '/' + command.name),
      ...fields.map((f) => f.el),
      ...more.map((o) => h('button.add', { title: o.description, 'data-add': o.name, onclick: () => add(o) }, '+ ' + o.name)),
    );
    form.tabIndex = fields.length ? -1 : 0;
  }

  function add(option) {
    const added = makeField(option);
    fields.push(added);
    draw();
    focus(added);
  }

  /** The field of an option that takes a file. */
  function fileField(option) {
    const chosen = h('input', { type: 'file', hidden: true });
    const input = h('button.choose', { type: 'button', 'data-option': option.name, 'aria-label': option.name, onclick: () => chosen.click() }, 'Choose a file');
    const made = { option, input, picked: null, el: h('label', { class: option.required ? 'option required' : 'option' }, h('span', {}, option.name), input, chosen) };
    input.select = () => {};
    chosen.addEventListener('change', () => {
      made.picked = chosen.files[0] ?? null;
      input.textContent = made.picked?.name ?? 'Choose a file';
    });
    input.addEventListener('focus', () => ((field = made), describe(), hide()));
    return made;
  }

  function makeField(option, value = '') {
    if (option.type === FILE) return fileField(option);
    const numeric = option.type === 4 || option.type === 10;
    const input = h('input', {
      value,
      'data-option': option.name,
      'aria-label': option.name,
      autocomplete: 'off',
      spellcheck: 'false',
      inputmode: numeric ? 'decimal' : undefined,
    });
    const label = h('label', { class: option.required ? 'option required' : 'option' }, h('span', {}, option.name), input);
    const made = { option, input, picked: null, el: label };
    input.addEventListener('focus', () => ((field = made), describe(), choose()));
    input.addEventListener('click', () => again());
    input.addEventListener('input', () => ((made.picked = null), describe(), choose(), fitWidth(input)));
    fitWidth(input);
    return made;
  }

  const fitWidth = (input) => (input.size = Math.max(6, Math.min(input.value.length + 1, 40)));

  function focus(f) {
    f.input.focus();
    f.input.select();
  }

  function describe() {
    const { name, description, required, autocomplete } = field.option;
    // Phones' keyboards have no Tab.
    const keys = autocomplete && matchMedia('(pointer: fine)').matches ? ' · Tab completes, Enter sends' : '';
    tell([h('b', {}, name), ' ', description, required ? '' : ' (optional)', keys]);
  }

  /** Reopens the focused option's list. Returns whether it can have one. */
  function again() {
    if (shown || !field || isText(field.option) || field.option.type === FILE) return false;
    choose(true);
    return true;
  }

  /**
   * Fills the focused option's list to match the typed text. After a choice, `reopened` lists
   * everything again.
   */
  async function choose(reopened = false) {
    const { option, input } = field;
    const token = ++asked;
    if (isText(option)) return offer(list, mentioned(mentionAtCaret(input)));
    const typed = field.picked && reopened ? '' : input.value;
    if (!option.autocomplete) return offer(list, field.picked && !reopened ? null : offered(option, typed)?.map(stringKey));
    await new Promise((r) => setTimeout(r, input.value ? 180 : 0));
    if (token !== asked) return;
    const texts = {};
    for (const f of fields) {
      const { value } = valueOf(f.option, f.input.value, f.picked);
      if (value !== undefined) texts[f.option.name] = value;
    }
    texts[option.name] = typed;
    try {
      const { choices, error } = await api.autocomplete(state.me, state.channel, command.name, texts, option.name);
      if (token !== asked || document.activeElement !== input) return;
      if (error) tell(`${option.name}: ${error}`, true);
      offer(loose, choices.map((c) => stringKey({ label: c.name, value: c.value })));
    } catch (error) {
      if (token === asked) tell(error.message, true);
    }
  }

  const stringKey = (item) => ({ ...item, attributes: { 'data-value': String(item.value) } });

  function pick(item) {
    if (item.attributes?.['data-command']) return begin(item.value);
    if (!command || isText(field.option)) {
      const line = command ? field.input : text;
      const { 0: whole, 1: word, index } = mentionAtCaret(line);
      const start = index + whole.length - word.length - 1;
      line.setRangeText(`@${item.label.replace(/^@/, '')} `, start, line.selectionStart, 'end');
      if (command) fitWidth(line);
      return hide();
    }
    field.picked = item;
    field.input.value = item.label;
    fitWidth(field.input);
    asked += 1;
    hide();
    const next = fields.find((f) => f !== field && f.option.required && !f.input.value);
    if (next) focus(next);
    else field.input.focus({ preventScroll: true }), hide();
  }

  function cancel(left = '') {
    command = null;
    fields = [];
    field = null;
    asked += 1;
    form.hidden = true;
    text.hidden = false;
    text.value = left;
    tell();
    hide();
    typed();
  }

  async function submit() {
    if (busy || text.disabled) return;
    const [user, channel] = [state.me, state.channel];
    const here = () => state.me === user && state.channel === channel;
    if (!command) {
      const content = text.value.trim();
      if (!content && !tray.files.length) return;
      if (content.startsWith('/') && shown === list && list.active) return pick(list.active);
      await during(async () => {
        const message = await (aim.edit ? api.edit(user, channel, aim.edit.id, encode(content)) : api.say(user, channel, written(content), tray.files));
        typingTold = -Infinity;
        if (here()) (text.value = ''), aim.set(null), tray.set([]), typed();
        emit('message', message);
      }, here);
      return text.focus();
    }
    const options = {};
    const files = [];
    for (const f of fields) {
      const { value, error } = valueOf(f.option, f.input.value, f.picked);
      if (error) return f.input.focus(), hide(), tell(error, true);
      if (value === undefined) continue;
      options[f.option.name] = f.option.type === FILE ? `files[${files.push(value) - 1}]` : isText(f.option) ? encode(value) : value;
    }
    const { name } = command;
    await during(async () => {
      const outcome = await api.command(user, channel, name, options, files);
      if (here()) cancel(), text.focus();
      settle(user, outcome, (error) => emit('failure', { user, channel, name, error }));
    }, here);
  }

  /** The message to send. "@silent" before it notifies nobody. */
  function written(content) {
    const [, silent, rest] = /^(@silent\s+)?([\s\S]*)$/.exec(content);
    const message = { content: encode(rest) };
    if (silent) message.flags = SILENT;
    if (aim.reply) message.message_reference = { message_id: aim.reply.id };
    return message;
  }

  /**
   * Sends something while the line is locked. An error appears above the line if `here` still
   * holds, and the text stays.
   */
  async function during(work, here) {
    busy = true;
    root.classList.add('busy');
    hide();
    try {
      await work();
    } catch (error) {
      if (here()) tell(error.message, true);
    } finally {
      busy = false;
      root.classList.remove('busy');
    }
  }

  function keydown(e) {
    if (e.isComposing) return;
    const handled = keys(e);
    if (handled) e.preventDefault(), e.stopPropagation();
  }

  function keys(e) {
    if (e.key === 'ArrowDown' && command && again()) return true;
    if (e.key === 'ArrowUp' && e.target === text && !text.value && newestOwn()) return emit('edit', newestOwn()), true;
    if (shown && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) return (moved = true), shown.move(e.key === 'ArrowDown' ? 1 : -1), true;
    if (e.key === 'Escape') {
      if (shown && (command || !text.value.startsWith('/'))) return hide(), true;
      if (command || text.value.startsWith('/')) return cancel(), text.focus(), true;
      if (aim.edit || aim.reply) return aim.edit && cancel(), aim.set(null), true;
      return false;
    }
    const open = shown && (!command || (field && (moved || !field.picked)));
    if (e.key === 'Tab' && !e.shiftKey && open && (!command || field.input.value || shown.active)) return pick(shown.active ?? shown.first), true;
    if (e.key === 'Enter' && !e.shiftKey) {
      if (e.target.closest('button')) return false;
      if (open && shown.active && (moved || !exact())) return pick(shown.active), true;
      return submit(), true;
    }
    if (e.key === 'Backspace' && command && (e.target === form || (e.target === field?.input && !field.input.value))) {
      const at = fields.indexOf(field);
      if (field && !field.option.required) {
        fields.splice(at, 1);
        draw();
        hide();
        if (fields.length) focus(fields[Math.max(0, at - 1)]);
        else (field = null), form.focus();
      } else if (at <= 0) cancel('/' + command.name), text.focus();
      else focus(fields[at - 1]);
      return true;
    }
    return false;
  }

  /** A text that spells a choice out in full counts as chosen. */
  const exact = () => command && field && !field.option.autocomplete && !(isText(field.option) && mentionAtCaret(field.input)) && field.input.value && valueOf(field.option, field.input.value).error === undefined;

  text.addEventListener('input', () => (typed(), tellTyping()));
  text.addEventListener('paste', (e) => e.clipboardData.files.length && tray.add(e.clipboardData.files));
  document.addEventListener('dragover', (e) => e.dataTransfer.types.includes('Files') && e.preventDefault());
  document.addEventListener('drop', (e) => e.dataTransfer.files.length && (e.preventDefault(), tray.add(e.dataTransfer.files)));
  root.addEventListener('keydown', keydown);
  root.addEventListener('focusout', (e) => {
    if (!root.contains(e.relatedTarget)) hide();
  });

  return {
    /** Switches the line to the open channel and person. Each keeps its own draft. */
    reset() {
      const key = `${state.me} ${state.channel}`;
      if (draftKey && draftKey !== key) drafts.set(draftKey, command && !busy ? { command, fields } : text.value);
      const channel = state.channels.get(state.channel);
      const me = state.people.get(state.me);
      const can = channel?.can_send !== false && Boolean(channel);
      const to = isDirect(channel) ? '@' + channelName(channel) : '#' + (channel?.name ?? '');
      text.disabled = send.disabled = slash.disabled = clip.disabled = !can;
      const not = channel?.type === FORUM ? 'The posts of this forum are under “Threads”' : 'You can’t write in this channel';
      text.placeholder = !channel ? '' : can ? `Message ${to} as ${me?.name ?? ''}` : not;
      if (draftKey === key) return;
      draftKey = key;
      aim.set(null);
      tray.set([]);
      const draft = drafts.get(key) ?? '';
      cancel(draft.command ? '' : draft);
      if (draft.command) show(draft.command, draft.fields);
    },
    focus: () => (command ? (fields[0]?.input ?? form).focus() : text.focus()),
    reply(message) {
      aim.set({ reply: message });
      text.focus();
    },
    edit(message) {
      cancel(decode(message.content));
      aim.set({ edit: message });
      text.focus();
    },
    type(line) {
      cancel(line);
      text.focus();
    },
  };
}
