// The people API of the local Discord. Every call returns parsed JSON or throws an Error with a
// sentence as its message.

/** The body of a request: JSON, or with files a form that has the JSON as `payload_json`. */
function sent(body, files) {
  if (body === undefined) return {};
  if (!files?.length) return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const form = new FormData();
  form.append('payload_json', JSON.stringify(body));
  files.forEach((file, at) => form.append(`files[${at}]`, file, file.name));
  return { body: form };
}

async function call(method, path, body, files) {
  let response;
  try {
    response = await fetch(path, { method, ...sent(body, files) });
  } catch {
    throw new Error('The local Discord isn’t answering.');
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Error(data?.error ?? data?.message ?? `The local Discord answered ${response.status}.`);
  return data;
}

const as = (user, rest) => `/local/as/${user}/${rest}`;

export const api = {
  world: () => call('GET', '/local/world'),
  channels: (user) => call('GET', as(user, 'channels')),
  messages: (user, channel, before) =>
    call('GET', as(user, `channels/${channel}/messages?limit=50${before ? `&before=${before}` : ''}`)),
  read: (user, channel) => call('POST', as(user, `channels/${channel}/read`), {}),
  say: (user, channel, message, files) => call('POST', as(user, `channels/${channel}/messages`), message, files),
  edit: (user, channel, message, content) => call('PATCH', as(user, `channels/${channel}/messages/${message}`), { content }),
  remove: (user, channel, message) => call('DELETE', as(user, `channels/${channel}/messages/${message}`)),
  react: (user, channel, message, emoji, add) =>
    call(add ? 'PUT' : 'DELETE', as(user, `channels/${channel}/messages/${message}/reactions/${encodeURIComponent(emoji)}`)),
  seenBy: (user, channel, message) => call('GET', as(user, `channels/${channel}/messages/${message}/seen-by`)),
  typing: (user, channel) => call('POST', as(user, `channels/${channel}/typing`), {}),
  threads: (user, channel) => call('GET', as(user, `channels/${channel}/threads`)),
  startThread: (user, channel, thread) => call('POST', as(user, `channels/${channel}/threads`), thread),
  membership: (user, thread, join) => call(join ? 'PUT' : 'DELETE', as(user, `channels/${thread}/membership`)),
  clock: () => call('GET', '/local/clock'),
  setClock: (wanted) => call('PUT', '/local/clock', wanted),
  giveCommands: (guild, role, command_ids) => call('PUT', `/local/guilds/${guild}/roles/${role}/commands`, { command_ids }),
  setIntents: (bot, wanted) => call('PUT', `/local/bots/${bot}/intents`, wanted),
  command: (user, channel_id, name, options, files) => call('POST', as(user, 'commands'), { channel_id, name, options }, files),
  useOn: (user, channel_id, name, target_id) => call('POST', as(user, 'commands'), { channel_id, name, target_id }),
  autocomplete: (user, channel_id, name, options, focused) =>
    call('POST', as(user, 'autocomplete'), { channel_id, name, options, focused }),
  component: (user, channel_id, message_id, custom_id, values) =>
    call('POST', as(user, 'components'), { channel_id, message_id, custom_id, values }),
  modal: (user, modal_id, fields, files) => call('POST', as(user, 'modals'), { modal_id, fields }, files),
  openDm: (user, recipient_id) => call('POST', as(user, 'dm'), { recipient_id }),
  come: (user, event, wants) => call(wants ? 'PUT' : 'DELETE', as(user, `events/${event}`)),
  settings: (user, settings) => call('POST', as(user, 'settings'), settings),
};

/**
 * Keeps a socket open for one person until `close()`, and reconnects whenever it is lost.
 * `onEvent(t, d)` gets every event. `onState(connected, again)`: with `again`, events may have been
 * missed.
 */
export function live(user, onEvent, onState) {
  let ready;
  const heard = new Promise((resolve) => (ready = resolve));
  let socket, timer, closed = false, lost = false, wait = 250;
  const open = () => {
    socket = new WebSocket(`${location.origin.replace('http', 'ws')}${as(user, 'live')}`);
    socket.onmessage = ({ data }) => {
      if (closed) return;
      const { t, d } = JSON.parse(data);
      onEvent(t, d);
      if (t !== 'hello') return;
      // The server knows this socket, so nothing is missed from now on.
      onState(true, lost);
      lost = false;
      wait = 250;
      ready();
    };
    socket.onclose = () => {
      ready();
      if (closed) return;
      lost = true;
      onState(false, true);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  open();
  return {
    /** Settles once events arrive or the first attempt fails. Data fetched later is not stale. */
    heard,
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
