//! The main match's sentences.

use serde::Deserialize;

use super::options::Shown;
use super::round::{Asks, MAX_QUESTION};
use super::{Happening, Refusal, SetupRefusal, View, finale, verbs};
use crate::english::{count_of, cut, escape_markdown, joined, list, names};
use crate::notation::pieces;
use crate::question::{HOST, Item, Kind, MAX_TEXT as MAX_OWN_WORDS, Missing, Penalty, Wrong};
use crate::{Cast, CastId, GivenOptions, Happens, Manner, Party, Placement, Refuses, RefusesSetup};

/// The longest list of all answers in a post.
const MAX_TOLD: usize = 1_200;
/// The longest text in such a list, and in a picture.
const MAX_TEXT: usize = 80;

impl Refuses for Refusal {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Refusal::NotAsked => "This question isn't for you, so you can't answer it.".to_owned(),
            Refusal::Final => "Your answer is in, and it's final.".to_owned(),
            Refusal::Answer(said) => wrong(said, cast),
            Refusal::StillMissing(missing) => {
                format!("First draw an answer for {}.", names(missing, cast))
            }
            Refusal::Closed => "This round is closed. A host can rewind the match to before its \
                                end."
                .to_owned(),
            Refusal::Open => "Close this round first.".to_owned(),
            Refusal::NotIn(who) => {
                format!("{} doesn't take part, or is out already.", cast.name(*who))
            }
            Refusal::Round(refusal) => refusal.say(&escape_markdown),
            Refusal::Valued => "The choices have their worth already. To correct points, use \
                                *Points…*."
                .to_owned(),
            Refusal::NoChoice(name) => {
                format!("“{}” can't be chosen here.", escape_markdown(name))
            }
            Refusal::NoPoints(typed) => format!(
                "“{}” has no points. Write them behind each name, like `Mika 3, Teo -1`.",
                escape_markdown(typed)
            ),
            Refusal::Form(verb) => match verb.as_str() {
                verbs::POINTS => "Write names with their points, like `Mika 3, Teo -1, rest 0`.",
                verbs::OUT | verbs::TOKEN => "Write names, like `Mika, Teo`.",
                verbs::WORTH => "Write what people chose with its points, like `Red 3, Blue -1`.",
                verbs::CORRECT => {
                    "Write a name and the answer, like `Mika: Teo`, or `Mika: random` to have one \
                     drawn."
                }
                verbs::TELL => {
                    "Write a line for each person, like `Mika: Your target is Teo`. Or deal things \
                     out at random: `deal 1-13`, `deal Red, Blue`, `deal targets`."
                }
                _ => {
                    "A question needs its words, what can be answered, and what counts without \
                      an answer. None of them can have double quotes."
                }
            }
            .to_owned(),
            Refusal::TextLength => {
                format!("You can tell each person 1 to {MAX_OWN_WORDS} characters at once.")
            }
        }
    }

    fn is_of_notation(&self) -> bool {
        matches!(self, Refusal::Answer(wrong) if wrong.is_of_notation())
    }
}

/// Why an answer isn't possible. `cast` has names that suit the place.
pub fn wrong(wrong: &Wrong, cast: &Cast) -> String {
    wrong.say(&|who| cast.name(who).to_owned(), &escape_markdown)
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            SetupRefusal::Form(error) => error.say(),
            SetupRefusal::Missing(error) => error.say(shown),
            SetupRefusal::Scoring(error) => error.say(),
            SetupRefusal::NoLaterHost => {
                "With `host`, you add answers once a round is closed, but the only round ends the \
                 match. Set `2` rounds, or `random`."
                    .to_owned()
            }
            SetupRefusal::Plan(typed) => format!(
                "`{}` isn't a number of rounds. Try `1`, `6 x 24h`, `7m, 7m, 5m` or `until 3 are \
                 left, 24h`.",
                shown(&typed.replace('`', ""))
            ),
            SetupRefusal::Unknown(name) => format!("Nobody here is called {}.", shown(name)),
            SetupRefusal::Question => {
                format!("A question has 1 to {MAX_QUESTION} characters.")
            }
            SetupRefusal::NotPlaying(name) => format!(
                "{} isn't a player in the season, so Dealer can't ask them.",
                shown(name)
            ),
            SetupRefusal::NobodyAsked => {
                "Nobody can be asked: no player of the cast is in. Name others, or add players \
                 with `/season cast add`."
                    .to_owned()
            }
            SetupRefusal::TooFew => "There are too few people to choose from. Ask for fewer, or \
                                     add a rule like `yourself too` or `repeats`."
                .to_owned(),
        }
    }
}

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Happening::Answered { count, of } => {
                format!("{count} of {of} {}.", have_answered(*count))
            }
            Happening::Closed {
                answered,
                of,
                shown,
                most,
                most_by_part,
                times,
                round,
            } => {
                let closed = match round {
                    Some(round) => format!("Round {round}"),
                    None => "The question".to_owned(),
                };
                let mut said = vec![format!("{closed} is closed: {answered} of {of} answered.")];
                let most = match &most_by_part[..] {
                    [] => chosen_most(most, *times, cast, &escape_markdown),
                    parts => Some(chosen_by_part(parts, cast, &escape_markdown)),
                };
                said.extend(most.map(|most| format!("{most}.")));
                said.extend((*shown == Shown::Host).then(|| format!("{HOSTS_ONLY}.")));
                said.join(" ")
            }
            Happening::Faces { ec, dmo } => face(*ec, *dmo, cast),
            Happening::Opened { round } => format!("Round {round} is open."),
            Happening::Corrected { who } => {
                let whose = cast.name(*who);
                format!("A host corrected {whose}'s answer. The round is counted again:")
            }
            Happening::BackIn { who } => {
                let are = if who.len() == 1 { "is" } else { "are" };
                format!("{} {are} back in.", names(who, cast))
            }
            Happening::Took { each } => {
                let each = each.iter().map(|(who, item)| {
                    format!("{} takes {}", cast.name(*who), escape_markdown(item))
                });
                format!("{}.", joined(each, ", "))
            }
            Happening::Points { each } => format!("Points: {}.", points(each, cast)),
            Happening::Tied { who } => format!("{} tie: the host decides.", names(who, cast)),
            Happening::Tokens { who } => format!("A token for {}.", names(who, cast)),
            Happening::Out { who } => {
                let are = if who.len() == 1 { "is" } else { "are" };
                format!("{} {are} out.", names(who, cast))
            }
        }
    }

    fn manner(&self) -> Manner {
        Manner::shown(match self {
            Happening::Answered { .. } | Happening::Opened { .. } => Placement::Card,
            _ => Placement::News,
        })
    }
}

/// The titles of the standings: at the end with everybody's answers, and with points.
pub const ALL_ROUNDS: &str = "All rounds";
pub const POINTS: &str = "Points";

pub fn standings_title(view: &View) -> &'static str {
    if view.standings.have_points() {
        POINTS
    } else if view.outcome.is_some() {
        "At the end"
    } else {
        "So far"
    }
}

/// Somebody's points, if anybody has any, what they have taken, and whether they have a token or
/// are out.
pub fn standing(view: &View, who: CastId, points: i32) -> String {
    let standings = &view.standings;
    let points = points.to_string().replace('-', "−");
    let mut said: Vec<&str> = Vec::new();
    said.extend(standings.have_points().then_some(&*points));
    let takes = standings.takes.iter().filter(|(taker, _)| *taker == who);
    said.extend(takes.map(|(_, item)| item.as_str()));
    if standings.out.contains(&who) {
        said.push("out");
    } else if standings.tokens.contains(&who) {
        said.push("token");
    }
    said.join(", ")
}

pub const NEXT_ROUND: &str = "Next round";
pub const NEXT_IN_TIE: &str = "Next round (leave the tie)";
pub const END_MATCH: &str = "End the match";

/// Points of people, with their signs: `Mika +3, Teo −1`.
pub fn points(each: &[(CastId, i32)], cast: &Cast) -> String {
    let said = |(who, points): &(CastId, i32)| format!("{} {}", cast.name(*who), signed(*points));
    joined(each.iter().map(said), ", ")
}

/// A number with its sign: `+3`, `−1`.
pub fn signed(count: i32) -> String {
    format!("{count:+}").replace('-', "−")
}

pub const HOSTS_ONLY: &str = "Only hosts see the answers";

/// What was chosen most; None if nothing is told.
fn chosen_most(
    most: &[Item],
    times: Option<u32>,
    cast: &Cast,
    shown: &dyn Fn(&str) -> String,
) -> Option<String> {
    let items = items(most, cast, shown);
    let times = times.map_or_else(String::new, |times| format!(" ({times}×)"));
    (!most.is_empty()).then(|| format!("{CHOSEN_MOST} {items}{times}"))
}

fn chosen_by_part(
    parts: &[(String, Vec<Item>)],
    cast: &Cast,
    shown: &dyn Fn(&str) -> String,
) -> String {
    let each = parts.iter().map(|part| most_of(part, cast, shown));
    format!("{CHOSEN_MOST} {}", joined(each, " · "))
}

/// What was chosen most in a part, with its label.
pub fn most_of(
    (label, most): &(String, Vec<Item>),
    cast: &Cast,
    shown: &dyn Fn(&str) -> String,
) -> String {
    let most = items(most, cast, shown);
    match label.as_str() {
        "" => most,
        label => format!("{}: {most}", shown(label)),
    }
}

fn items(items: &[Item], cast: &Cast, shown: &dyn Fn(&str) -> String) -> String {
    list(items.iter().map(|item| item.says(cast, shown)), "and")
}

pub const CHOSEN_MOST: &str = "Chosen most:";

/// Asks a party, in two sentences: the host's, and what can be answered. Below that, what counts if
/// they don't, what the host told them, and their own earlier answers.
pub fn ask(view: &View, whose: Party, ask: &str, cast: &Cast) -> String {
    match ask {
        verbs::CLOSE => return "close the question.".to_owned(),
        verbs::NEXT => return "open the next round.".to_owned(),
        verbs::END => return "end the match.".to_owned(),
        _ => {}
    }
    let question = sentence(&escape_markdown(&view.question));
    let round = round_name(view).map_or_else(String::new, |round| format!("{round}: "));
    let mut lines = vec![format!("{round}{question} {}", how(view, &escape_markdown))];
    if let Party::Cast(who) = whose {
        let is_missing = view.is_open() && !view.answers.contains_key(&who);
        lines.extend(is_missing.then(|| without_answer(view)));
        lines.extend(points_rules(view).filter(|_| view.is_open()));
        let told = view.told.get(&who).into_iter().flatten();
        lines.extend(told.map(|text| format!("The host told you: {}", escape_markdown(text))));
        lines.extend(earlier_answers(view, who, cast));
    }
    lines.join("\n")
}

fn without_answer(view: &View) -> String {
    let counts = missing_counts(&view.text.missing, "you", "you");
    format!("Without an answer: {counts}.")
}

/// A text with a stop at its end.
fn sentence(text: &str) -> String {
    let ends = text.ends_with(['.', '!', '?', '…']);
    format!("{text}{}", if ends { "" } else { "." })
}

/// What can be answered, in a sentence.
pub fn how(view: &View, shown: &dyn Fn(&str) -> String) -> String {
    let mut said = match &view.form.parts[..] {
        [part] if part.kind == Kind::Text => format!("Answer in {}.", part.says(shown)),
        [part] => format!("Choose {}.", part.says(shown)),
        parts => {
            let parts = parts.iter().map(|part| match part.label.as_str() {
                "" => format!("**{}**", part.says(shown)),
                label => format!("**{}**: {}", shown(label), part.says(shown)),
            });
            joined(parts, " · ") + "."
        }
    };
    if view.form.all_different {
        said.push_str(" Choose different people.");
    }
    if view.form.is_final {
        said.push_str(" Your answer is final once you submit it.");
    }
    said
}

/// Somebody's own answer, for them alone.
pub fn own_choice(view: &View, whose: Party, cast: &Cast) -> Option<String> {
    let Party::Cast(who) = whose else { return None };
    let answer = view.answers.get(&who)?;
    Some(answer.says(&view.form, cast, &escape_markdown))
}

/// Somebody's own answers of earlier rounds, in a line each.
fn earlier_answers(view: &View, who: CastId, cast: &Cast) -> Vec<String> {
    let said = view.earlier_rounds.iter().filter_map(|earlier| {
        let answer = earlier.answers.get(&who)?;
        let said = answer.says(&earlier.form, cast, &escape_markdown);
        let whose = if earlier.defaults.contains(&who) {
            "Counted for you"
        } else {
            "Your answer"
        };
        Some(format!("{whose} in round {}: {said}", earlier.round))
    });
    said.collect()
}

/// What became of it, now that the question is closed. At the end of several rounds, of all of
/// them.
pub fn counted(view: &View, whose: Party, cast: &Cast) -> Option<String> {
    let Party::Cast(who) = whose else { return None };
    let last = own_choice(view, whose, cast);
    if view.outcome.is_some() && view.course.round > 1 {
        let mut all = earlier_answers(view, who, cast);
        all.extend(last.map(|last| format!("In round {}: {last}", view.course.round)));
        return (!all.is_empty()).then(|| all.join(" · "));
    }
    let said = last?;
    Some(if view.defaults.contains(&who) {
        format!("you didn't answer, so this counts for you: **{said}**")
    } else {
        format!("your answer was **{said}**")
    })
}

/// What people get who don't answer, as it was set.
fn missing(options: &GivenOptions) -> &str {
    let set = options.get("missing").and_then(|set| set.as_str());
    set.unwrap_or_default()
}

/// What happens to people who don't answer: the end of a sentence.
pub fn without_choice(view: &View, _: &GivenOptions, who: &str, whom: &str) -> String {
    let (counts, penalty) = Missing::split_penalty(&view.text.missing);
    let strike = false;
    counts_instead(counts, who, whom) + &Penalty { strike, ..penalty }.says(who)
}

fn counts_instead(set: &str, who: &str, whom: &str) -> String {
    match set.to_lowercase().as_str() {
        "nothing" => format!("no answer counts for {whom}"),
        "random" => format!("a random answer counts for {whom}"),
        "yourself" if who == "you" => "you choose yourself".to_owned(),
        "yourself" => format!("{who} choose themselves"),
        _ => {
            let parts = pieces(set, |c| c == '/').map(str::trim);
            let is_host = |part: &&str| part.eq_ignore_ascii_case(HOST);
            let (of_host, given): (Vec<&str>, Vec<&str>) = parts.partition(is_host);
            let given = escape_markdown(&given.join(" / "));
            if given.is_empty() {
                return format!("a host answers for {whom}");
            }
            let rest = if of_host.is_empty() {
                ""
            } else {
                ", and a host adds the rest"
            };
            format!("“{given}” counts for {whom}{rest}")
        }
    }
}

/// What counts for people who don't answer this round, and their penalty.
fn missing_counts(text: &str, who: &str, whom: &str) -> String {
    let (counts, penalty) = Missing::split_penalty(text);
    counts_instead(counts, who, whom) + &penalty.says(who)
}

/// What the options mean for a match.
pub fn terms(options: &GivenOptions) -> Vec<String> {
    let of_missing = missing_counts(missing(options), "they", "them");
    let shown = options.get("shown");
    let shown = shown.and_then(|shown| Shown::deserialize(shown).ok());
    vec![
        format!("If players don't answer in time, {of_missing}."),
        format!("{}.", shown_after(shown.unwrap_or(Shown::Names))),
    ]
}

/// What is shown once the question is closed.
pub fn shown_after(shown: Shown) -> String {
    format!("When it closes, {}", shown.says())
}

/// What answers give, if rules say it.
fn points_rules(view: &View) -> Option<String> {
    let rules = &view.course.scoring;
    (!rules.is_empty()).then(|| format!("Rules: {}", escape_markdown(rules)))
}

/// `Round 2 of 6`; None in a match of one round.
pub fn round_name(view: &View) -> Option<String> {
    let course = &view.course;
    let of = course.rounds.filter(|rounds| *rounds >= course.round);
    let of = of.map_or_else(String::new, |rounds| format!(" of {rounds}"));
    let until = course.until_left.filter(|_| !course.is_done);
    let until = until.map_or_else(String::new, |left| format!(", until {left} are left"));
    (!view.is_single()).then(|| format!("Round {}{of}{until}", course.round))
}

/// Further lines on the opening card.
pub fn card_lines(view: &View, cast: &Cast) -> String {
    let round = round_name(view).map_or_else(String::new, |round| format!("{round}: "));
    let mut lines = vec![format!("**{round}{}**", escape_markdown(&view.question))];
    lines.push(how(view, &escape_markdown));
    let all = cast.safe_players().count();
    let names_people = view
        .form
        .parts
        .iter()
        .any(|part| matches!(part.kind, Kind::People(_)));
    let asked = (view.asked.len() < all).then_some(&view.asked);
    let named = (names_people && view.named.len() < all).then_some(&view.named);
    if asked.is_some() && asked == named {
        lines.extend(asked.map(|both| format!("Asked, and can be chosen: {}.", names(both, cast))));
    } else {
        lines.extend(asked.map(|asked| format!("Asked: {}.", names(asked, cast))));
        lines.extend(named.map(|named| format!("Can be chosen: {}.", names(named, cast))));
    }
    lines.push(without_answer(view));
    let shown = format!("{}.", shown_after(view.shown));
    let rules = points_rules(view).map(|rules| rules + " ");
    lines.push(rules.unwrap_or_default() + &shown);
    let still_asked = view.course.out_are_asked.then(|| OUT_ARE_ASKED.to_owned());
    lines.extend(still_asked);
    lines.join("\n")
}

const OUT_ARE_ASKED: &str = "Players who are out go on answering.";

/// The rules of this match, above the lines of [`terms`].
pub fn rules(view: &View) -> String {
    format!(
        "**Main Match.** Everyone answers the same question in secret. When the time is up, or a \
         host says so, it closes. Until then you can change your answer, unless it's final.\n\
         - **{}** {}",
        escape_markdown(&view.question),
        how(view, &escape_markdown),
    )
}

/// What so many people have done.
pub fn have_answered(count: u32) -> &'static str {
    if count == 1 {
        "has answered"
    } else {
        "have answered"
    }
}

/// The line below the question.
pub fn headline(view: &View) -> String {
    let of = view.asked.len();
    match (view.is_closed(), view.outcome) {
        (true, _) if view.standings.are_shown => format!("After round {}", view.course.round),
        (true, _) => {
            let round = round_name(view).unwrap_or_else(|| "Closed".to_owned());
            format!("{round}: {} of {of} answered", view.answered)
        }
        (false, Some(_)) => "The match is void".to_owned(),
        (false, None) if view.is_own => IN_SECRET.to_owned(),
        (false, None) => format!("{} of {of} {}", view.answered, have_answered(view.answered)),
    }
}

/// What the host reads when a round closes: who answered what, the points, and what comes next.
/// While it is open, what they have told people.
pub fn for_hosts(view: &View, cast: &Cast) -> String {
    let told = view.told.iter().map(|(who, told)| {
        let told = told.iter().map(|text| escape_markdown(text));
        format!("{}: {}", cast.name(*who), joined(told, "; "))
    });
    let told = joined(told, " · ");
    let told = (!told.is_empty()).then(|| format!("Told in private: {told}"));
    if view.is_open() {
        return told.unwrap_or_default();
    }
    let is_secret = view.shown != Shown::Names;
    let mut lines = vec![format!("**{}**", headline(view))];
    lines.extend(is_secret.then(|| "Only hosts see this:".to_owned()));
    lines.extend(each_answer(view, cast, &escape_markdown));
    let missing = without_any(view);
    if !missing.is_empty() {
        let missing = names(&missing, cast);
        let is_yours = view.missing.waits_for_host() && view.outcome.is_none();
        lines.push(format!("No answer: {missing}"));
        lines.extend(is_yours.then(|| "Add it with *Correct an answer…*.".to_owned()));
    }
    let counts = counts(view, cast, &escape_markdown);
    lines.extend((!counts.is_empty()).then(|| format!("Counted: {}", counts.join(" · "))));
    lines.extend(told);
    lines.extend(standings(view, cast));
    if !view.standings.tied.is_empty() {
        let tied = names(&view.standings.tied, cast);
        lines.push(format!("{tied} tied. A host decides."));
    }
    if view.text.asks == Asks::Candidate && view.most.len() > 1 {
        let chosen = items(&view.most, cast, &escape_markdown);
        lines.push(format!(
            "{chosen} were chosen equally often: ask again, or decide."
        ));
    }
    lines.extend(view.faces().map(|seats| face(seats.ec, seats.dmo, cast)));
    lines.extend(candidate(view, cast));
    let next = match (view.course.is_done, view.course.is_by_itself) {
        (true, true) => "In a minute the match ends by itself, unless you do something here first.",
        (true, false) if view.death_match().is_some() => {
            "End the match, and Dealer offers you the Death Match."
        }
        (true, false) => "Nothing more is planned: choose what comes next, or end the match.",
        (false, true) => {
            "In a minute the next round opens by itself, unless you do something here first."
        }
        (false, false) => "",
    };
    let goes_on = view.outcome.is_none() && !next.is_empty();
    lines.extend(goes_on.then(|| next.to_owned()));
    cut(&lines.join("\n"), MAX_TOLD)
}

fn face(ec: CastId, dmo: CastId, cast: &Cast) -> String {
    let [ec, dmo] = [ec, dmo].map(|who| cast.name(who));
    format!("{ec} faces {dmo} in the Death Match.")
}

/// Who is to be asked for an opponent next, if only one person comes into question.
fn candidate(view: &View, cast: &Cast) -> Option<String> {
    match &finale::next(view, cast)[..] {
        [next] if next.asks == Asks::Opponent && next.asked.len() == 1 => Some(format!(
            "{} becomes the Elimination Candidate, unless you decide otherwise.",
            next.asked[0]
        )),
        _ => None,
    }
}

/// In somebody's own picture of an open question. The picture stays when it closes.
pub const IN_SECRET: &str = "Secret answers";
/// Before the people who have not answered.
pub const STILL_MISSING: &str = "No answer yet:";
/// What a dashed ring means.
pub const NOT_OWN: &str = "didn't answer";
/// After an answer that isn't somebody's own.
const DEFAULT: &str = " (didn't answer)";

/// Somebody's answer in a table: a cell for each part; one cell that says so if there is none.
pub fn cells(view: &View, who: CastId, cast: &Cast) -> Vec<String> {
    let Some(answer) = view.answers.get(&who) else {
        return vec![NOT_OWN.to_owned()];
    };
    let cutting = |text: &str| cut(text, MAX_TEXT);
    let parts = view.form.by_part(answer);
    let cells = parts.map(|(part, items)| part.answered(items, cast, &cutting));
    cells.collect()
}

/// All that the view shows of the answers, part by part or person by person.
fn answers(view: &View, cast: &Cast, shown: &dyn Fn(&str) -> String) -> Vec<String> {
    if view.missed.is_some() && view.is_closed() {
        let mut lines = each_answer(view, cast, shown);
        let missing = without_any(view).len();
        let missing = (missing > 0).then(|| count_of(missing, "person", "people"));
        lines.extend(missing.map(|people| format!("No answer: {people}")));
        return lines;
    }
    counts(view, cast, shown)
}

/// What each person has answered, in a line each.
fn each_answer(view: &View, cast: &Cast, shown: &dyn Fn(&str) -> String) -> Vec<String> {
    let cutting = |text: &str| shown(&cut(text, MAX_TEXT));
    let each = view.asked.iter().filter_map(|who| {
        let answer = view.answers.get(who)?;
        let answer = answer.says(&view.form, cast, &cutting);
        let mark = if view.defaults.contains(who) {
            DEFAULT
        } else {
            ""
        };
        Some(format!("{}: {answer}{mark}", cast.name(*who)))
    });
    each.collect()
}

/// The people who were asked, and for whom no answer counts.
pub fn without_any(view: &View) -> Vec<CastId> {
    let asked = view.asked.iter().copied();
    asked
        .filter(|who| !view.answers.contains_key(who))
        .collect()
}

/// How often everything was chosen, part by part.
fn counts(view: &View, cast: &Cast, shown: &dyn Fn(&str) -> String) -> Vec<String> {
    let cutting = |text: &str| shown(&cut(text, MAX_TEXT));
    let parts = view.form.parts.iter().zip(&view.tallies);
    let parts = parts.filter(|(_, tally)| !tally.is_empty());
    let parts = parts.map(|(part, tally)| {
        let each = tally.iter();
        let each = each.map(|(item, count)| match item {
            Item::Number(number) => format!("{number} ({count}×)"),
            item => format!("{} {count}", item.says(cast, &cutting)),
        });
        part.labelled(&joined(each, ", "), shown)
    });
    parts.collect()
}

/// What the result tells of the answers: in one line if they are short.
pub fn revealed(view: &View, cast: &Cast) -> String {
    // The close has said it.
    let is_end = view.outcome.is_some() && !view.is_single();
    let faces = view.faces().filter(|_| is_end);
    let faces = faces.map(|seats| face(seats.ec, seats.dmo, cast));
    let said = [faces.unwrap_or_default(), of_answers(view, cast)];
    joined(said.into_iter().filter(|said| !said.is_empty()), "\n")
}

fn of_answers(view: &View, cast: &Cast) -> String {
    if let Some(standings) = standings(view, cast).filter(|_| view.standings.are_shown) {
        return standings;
    }
    let is_short = matches!(&view.form.parts[..], [part] if part.kind != Kind::Text);
    let between = if is_short { " · " } else { "\n" };
    cut(
        &answers(view, cast, &escape_markdown).join(between),
        MAX_TOLD,
    )
}

/// The picture in words.
pub fn description(view: &View, cast: &Cast) -> String {
    let plain = str::to_owned;
    let question = sentence(&view.question);
    let mut said = vec![format!("Main Match. {question} {}.", headline(view))];
    said.extend(view.is_open().then(|| how(view, &plain).replace("**", "")));
    let times = view.tallies.first().and_then(|tally| tally.first());
    let times = times.map(|(_, count)| *count);
    let mut lines: Vec<String> = Vec::new();
    lines.extend(match &view.most_by_part[..] {
        [] => chosen_most(&view.most, times, cast, &plain),
        parts => Some(chosen_by_part(parts, cast, &plain)),
    });
    lines.extend(answers(view, cast, &plain));
    let missed = view.missed.as_ref().filter(|_| view.is_open());
    let missed = missed.filter(|missed| !missed.is_empty());
    lines.extend(missed.map(|missed| format!("{STILL_MISSING} {}", names(missed, cast))));
    lines.extend(standings(view, cast));
    said.extend(lines.iter().map(|line| format!("{line}.")));
    said.join(" ")
}

/// In one line what everybody has got; None if that's nothing.
pub fn standings(view: &View, cast: &Cast) -> Option<String> {
    let standings = &view.standings;
    // The picture has everybody.
    let each = standings.points.iter().filter_map(|(who, points)| {
        let said = standing(view, *who, *points);
        let is_told = !said.is_empty() && said != "0";
        let is = if standings.have_points() { "" } else { ":" };
        is_told.then(|| format!("{}{is} {}", cast.name(*who), escape_markdown(&said)))
    });
    let (title, each) = (standings_title(view), joined(each, " · "));
    (!each.is_empty()).then(|| format!("{title}: {each}"))
}
