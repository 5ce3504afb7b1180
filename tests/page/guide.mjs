// What the guides show of a match: messages as people see them on a phone.

/** Before anybody has chosen. */
export async function before(reader) {
  await reader.become('Bo');
  await reader.enter('Dealer');
  await reader.picture('letter', await reader.sees('for match 1 in #death-match'));
  await reader.enter('death-match');
  await reader.picture('card', await reader.sees('0 of 11 choices in'));
  await reader.command('/help', 'help');
  await reader.picture('help', await reader.sees('You have a secret choice to make'));

  await reader.become('Vesper');
  await reader.enter('lobby');
  await reader.command('/setup', 'setup');
  await reader.picture('setup', await reader.sees('Set up Dealer for this server'));
  await reader.command('/pref', 'preflight');
  await reader.picture('preflight', await reader.sees('Worth fixing before a match'));
  await reader.command('/match n', 'match new', { game: 'Gridlock', dmo: 'Wren', ec: 'Rook' });
  await reader.picture('match-new', await reader.sees('A match of Gridlock'));
}

/** The host is asked whether to start without the missing choices. */
export async function asked(reader) {
  await reader.become('Vesper');
  await reader.enter('death-match');
  await reader.picture('begin', await reader.sees("Haven't chosen yet: 9 people"));
}

/** It is Mika's turn. */
export async function turn(reader) {
  await reader.become('Mika');
  await reader.picture('turn', await reader.sees('move the Guard'));
}
