// The people API of the local Discord. Every call answers parsed JSON or throws an Error whose message is a sentence.

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error('The local Discord does not answer.');
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
  say: (user, channel, content) => call('POST', as(user, `channels/${channel}/messages`), { content }),
  remove: (user, channel, message) => call('DELETE', as(user, `channels/${channel}/messages/${message}`)),
  command: (user, channel_id, name, options) => call('POST', as(user, 'commands'), { channel_id, name, options }),
  autocomplete: (user, channel_id, name, options, focused) =>
    call('POST', as(user, 'autocomplete'), { channel_id, name, options, focused }),
  component: (user, channel_id, message_id, custom_id, values) =>
    call('POST', as(user, 'components'), { channel_id, message_id, custom_id, values }),
  modal: (user, modal_id, fields) => call('POST', as(user, 'modals'), { modal_id, fields }),
  openDm: (user, recipient_id) => call('POST', as(user, 'dm'), { recipient_id }),
  settings: (user, settings) => call('POST', as(user, 'settings'), settings),
};

/**
 * Keeps a live socket for one person until `close()` is called, connecting again whenever it is lost.
 * `onEvent(t, d)` for every event; `onState(connected, again)`, where `again` says that events may have been missed.
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
      // The server has us on its list: from now on nothing is missed.
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
    /** Settles when events come, or the first attempt failed; what is fetched after it misses nothing. */
    heard,
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
