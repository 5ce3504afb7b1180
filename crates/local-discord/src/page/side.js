// Two people side by side, each in a page of their own: #PERSON,CHANNEL/PERSON,CHANNEL
const alone = document.getElementById('alone');
const frames = [...document.querySelectorAll('iframe')];
const places = location.hash.slice(1).split('/');
const hashOf = (place) => {
  const [person, channel] = (place ?? '').split(',');
  return person ? `#as=${person}${channel ? `&channel=${channel}` : ''}` : '';
};
frames.forEach((frame, at) => (frame.src = `/${hashOf(places[at])}`));

/** Writes the people and channels of both pages into the address, so that a reload keeps them. */
function note() {
  const shown = frames.map((frame) => {
    const hash = new URLSearchParams(frame.contentWindow.location.hash.slice(1));
    return [hash.get('as'), hash.get('channel')].filter(Boolean).join(',');
  });
  if (shown.every(Boolean)) history.replaceState(null, '', `#${shown.join('/')}`);
  alone.href = `/${hashOf(shown[0])}`;
}
alone.href = `/${hashOf(places[0])}`;
alone.addEventListener('click', note);
setInterval(note, 1000);
