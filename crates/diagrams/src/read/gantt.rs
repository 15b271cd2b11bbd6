//! Gantt charts: sections and tasks with dates, durations or the tasks that they follow.

use std::collections::BTreeMap;

use super::flowchart::excerpt;
use super::text::shown;
use super::{SourceLine, after, is_statement};
use crate::calendar::days_since_1970;
use crate::{Error, Gantt, Task, TaskState};

/// The maximum number of tasks.
const MAX_TASKS: usize = 60;
/// A day in minutes.
const DAY: i64 = 24 * 60;
/// Statements about the axis, which are not drawn.
const SETTINGS: [&str; 4] = ["axisFormat", "tickInterval", "todayMarker", "topAxis"];

pub(super) fn read(lines: &[SourceLine<'_>]) -> Result<Gantt, Error> {
    let mut gantt = Gantt { title: String::new(), sections: Vec::new(), tasks: Vec::new() };
    let mut format = "YYYY-MM-DD".to_owned();
    let mut calendar = Calendar::default();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    // Tasks that last until a task that is not read yet: their index, its name and the number of their line.
    let mut open_ends: Vec<(usize, &str, usize)> = Vec::new();
    for line in lines {
        let words = line.words;
        // The day on which a week begins is not drawn.
        let is_weekday = after(words, "weekday").is_some_and(|day| Calendar::WEEKDAYS.contains(&day));
        let is_setting = is_weekday || SETTINGS.iter().any(|setting| after(words, setting).is_some());
        if is_setting || is_statement(words, &["click", "accTitle", "accDescr"]) {
            continue;
        }
        if let Some(days) = after(words, "excludes") {
            calendar.exclude(days, &format).map_err(|reason| Error::line(line.number, reason))?;
        } else if let Some(days) = after(words, "includes") {
            calendar.included.extend(listed(days).filter_map(|day| date(day, &format)));
        } else if let Some(day @ ("friday" | "saturday")) = after(words, "weekend") {
            calendar.weekend_begins_early = day == "friday";
        } else if words == "inclusiveEndDates" {
            calendar.includes_end = true;
        } else if let Some(title) = after(words, "title") {
            gantt.title = shown(title);
        } else if let Some(rest) = after(words, "dateFormat") {
            rest.clone_into(&mut format);
        } else if let Some(name) = after(words, "section") {
            gantt.sections.push(shown(name));
        } else if let Some((label, facts)) = words.split_once(':') {
            let (task, name) = read_task(&gantt, &names, (label, facts), &format, &calendar)
                .map_err(|reason| Error::line(line.number, reason))?;
            if let Some(name) = name {
                names.insert(name, gantt.tasks.len());
            }
            let end = facts.rsplit(',').next().unwrap_or_default().trim();
            if let Some(later) = after(end, "until").filter(|later| moment(later, &names, &gantt, &format).is_none()) {
                open_ends.push((gantt.tasks.len(), later, line.number));
            }
            gantt.tasks.push(task);
        } else {
            let reason =
                format!("`{}` is not understood: write a task such as Design :a, 2026-01-05, 10d", excerpt(words));
            return Err(Error::line(line.number, reason));
        }
    }
    for (task, later, number) in open_ends {
        let end = moment(later, &names, &gantt, &format)
            .ok_or_else(|| Error::line(number, format!("`{later}` is not the name of a task")))?;
        let task = &mut gantt.tasks[task];
        task.end = end.max(task.start);
        task.is_milestone = task.end == task.start;
    }
    match gantt.tasks.len() {
        0 => Err(Error::Nothing),
        count if count > MAX_TASKS => Err(Error::TooMany { what: "tasks", count, most: MAX_TASKS }),
        _ => Ok(gantt),
    }
}

/// Reads a task and the name by which other tasks refer to it.
fn read_task(
    gantt: &Gantt,
    names: &BTreeMap<String, usize>,
    (label, facts): (&str, &str),
    format: &str,
    calendar: &Calendar,
) -> Result<(Task, Option<String>), String> {
    let (mut state, mut is_critical, mut is_milestone) = (TaskState::Planned, false, false);
    let mut rest: Vec<&str> = facts.split(',').map(str::trim).filter(|fact| !fact.is_empty()).collect();
    while let Some(first) = rest.first() {
        match *first {
            "done" => state = TaskState::Done,
            "active" => state = TaskState::Active,
            "crit" => is_critical = true,
            "milestone" | "vert" => is_milestone = true,
            _ => break,
        }
        rest.remove(0);
    }
    let previous_end = gantt.tasks.last().map(|task| task.end);
    let (name, start, end) = match rest[..] {
        [name, start, end] => (Some(name.to_owned()), Some(start), end),
        [start, end] if moment(start, names, gantt, format).is_some() => (None, Some(start), end),
        [name, end] => (Some(name.to_owned()), None, end),
        [end] => (None, None, end),
        _ => {
            return Err(format!(
                "`{}` has no time: write a start and a length, such as 2026-01-05, 10d",
                excerpt(label)
            ));
        }
    };
    let start = match start {
        Some(text) => moment(text, names, gantt, format).ok_or_else(|| {
            format!("`{text}` is no start: write a date as {format}, or after and the name of a task")
        })?,
        None => {
            previous_end.ok_or_else(|| format!("`{}` has no start, and no task stands before it", excerpt(label)))?
        }
    };
    let end = duration(end)
        .map(|length| calendar.end(start, length))
        .or_else(|| Some(date(end, format)? + if calendar.includes_end { DAY } else { 0 }))
        .or_else(|| moment(after(end, "until").unwrap_or(end), names, gantt, format))
        // The end of a task that lasts until a later one is set when that one is read.
        .or_else(|| after(end, "until").map(|_| start))
        .ok_or_else(|| format!("`{end}` is no length: write a number with m, h, d or w, or a date as {format}"))?;
    let is_milestone = is_milestone || end <= start;
    let (start, end) = if is_milestone {
        let middle = start + (end - start).max(0) / 2;
        (middle, middle)
    } else {
        (start, end)
    };
    let section = gantt.sections.len().checked_sub(1);
    Ok((Task { label: shown(label), section, start, end, state, is_critical, is_milestone }, name))
}

/// The days off. A task with a duration ends later by the days off that it spans.
#[derive(Debug, Default)]
struct Calendar {
    /// For each day of the week, from Monday on, whether it is a day off. Does not include weekends.
    weekdays: [bool; 7],
    /// Whether weekends are days off.
    excludes_weekends: bool,
    /// Whether the weekend is Friday and Saturday instead of Saturday and Sunday.
    weekend_begins_early: bool,
    /// Single dates off, in minutes since 1 January 1970.
    excluded: Vec<i64>,
    /// Working days although their day of the week is off, in minutes since 1 January 1970.
    included: Vec<i64>,
    /// Whether a task whose end is a date lasts until the end of that day.
    includes_end: bool,
}

impl Calendar {
    /// Maximum number of days of a task that are checked for days off.
    const MAX_CALENDAR_DAYS: usize = 4000;
    const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

    /// Adds days off. `days` is a list of `weekends`, days of the week and dates. Fails if an entry is none of them.
    fn exclude(&mut self, days: &str, format: &str) -> Result<(), String> {
        for day in listed(days) {
            let lower = day.to_lowercase();
            if matches!(lower.as_str(), "weekends" | "weekend") {
                self.excludes_weekends = true;
            } else if let Some(index) = Self::WEEKDAYS.iter().position(|weekday| *weekday == lower) {
                self.weekdays[index] = true;
            } else if let Some(moment) = date(day, format) {
                self.excluded.push(moment);
            } else {
                return Err(format!("`{day}` is no day: write weekends, a day such as monday, or a date as {format}"));
            }
        }
        Ok(())
    }

    /// For each day of the week, from Monday on, whether it is a day off.
    fn excluded_weekdays(&self) -> [bool; 7] {
        let mut weekdays = self.weekdays;
        if self.excludes_weekends {
            let first = if self.weekend_begins_early { 4 } else { 5 };
            weekdays[first..first + 2].fill(true);
        }
        weekdays
    }

    fn is_excluded(&self, moment: i64) -> bool {
        let day = moment.div_euclid(DAY);
        // 1 January 1970 was a Thursday.
        let weekday = usize::try_from((day + 3).rem_euclid(7)).unwrap_or_default();
        let is_in = |days: &[i64]| days.iter().any(|other| other.div_euclid(DAY) == day);
        !is_in(&self.included) && (self.excluded_weekdays()[weekday] || is_in(&self.excluded))
    }

    /// The end of a task with a duration. If all days of the week are excluded, none is treated as a day off.
    fn end(&self, start: i64, length: i64) -> i64 {
        let (mut day, mut end) = (start, start + length);
        for _ in 0..Self::MAX_CALENDAR_DAYS {
            if day >= end || self.excluded_weekdays() == [true; 7] {
                break;
            }
            end += if self.is_excluded(day) { DAY } else { 0 };
            day += DAY;
        }
        end
    }
}

/// The entries of a list, which commas or spaces separate.
fn listed(days: &str) -> impl Iterator<Item = &str> {
    days.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|day| !day.is_empty())
}

/// A length of time such as `3d`, in minutes; `None` if it cannot be parsed.
fn duration(text: &str) -> Option<i64> {
    let at = text.find(|letter: char| letter.is_alphabetic())?;
    let number: f64 = text[..at].trim().parse().ok()?;
    let unit = match &text[at..] {
        "ms" | "s" => 1.0 / 60.0,
        "m" | "min" => 1.0,
        "h" => 60.0,
        "d" => 1440.0,
        "w" => 10_080.0,
        "M" => 43_200.0,
        "y" => 525_600.0,
        _ => return None,
    };
    let minutes = number * unit;
    #[expect(clippy::cast_possible_truncation, reason = "checked against the range")]
    (minutes.is_finite() && (0.0..1e9).contains(&minutes)).then(|| minutes.round() as i64)
}

/// Parses a point in time, in minutes since 1 January 1970: a date, the name of a task, which means its start, or
/// `after` and names of tasks, which means the end of the last of them. Returns `None` if it cannot be parsed or a name
/// is unknown.
fn moment(text: &str, names: &BTreeMap<String, usize>, gantt: &Gantt, format: &str) -> Option<i64> {
    if let Some(others) = after(text, "after") {
        let ends = others.split_whitespace().map(|name| names.get(name).map(|index| gantt.tasks[*index].end));
        return ends.collect::<Option<Vec<_>>>()?.into_iter().max();
    }
    if let Some(index) = names.get(text) {
        return Some(gantt.tasks[*index].start);
    }
    date(text, format)
}

/// Parses a date in a format such as `YYYY-MM-DD HH:mm`. Returns minutes since 1 January 1970, or `None` if it does not
/// match.
fn date(text: &str, format: &str) -> Option<i64> {
    let (mut year, mut month, mut day, mut minutes) = (1970_i64, 1_i64, 1_i64, 0_i64);
    let mut rest = text.trim();
    let mut pattern = format.trim();
    while !pattern.is_empty() {
        let token = ["YYYY", "YY", "MM", "DD", "HH", "mm", "ss", "M", "D", "H"]
            .into_iter()
            .find(|token| pattern.starts_with(token));
        let Some(token) = token else {
            let mark = pattern.chars().next()?;
            rest = rest.strip_prefix(mark)?;
            pattern = &pattern[mark.len_utf8()..];
            continue;
        };
        let max_digits = if token == "YYYY" { 4 } else { 2 };
        let digits = rest.bytes().take(max_digits).take_while(u8::is_ascii_digit).count();
        let value: i64 = rest.get(..digits)?.parse().ok()?;
        rest = &rest[digits..];
        pattern = &pattern[token.len()..];
        match token {
            "YYYY" => year = value,
            "YY" => year = 2000 + value,
            "MM" | "M" => month = value,
            "DD" | "D" => day = value,
            "HH" | "H" => minutes += value * 60,
            "mm" => minutes += value,
            _ => {}
        }
    }
    let is_date = rest.is_empty() && (1..=31).contains(&day);
    Some(days_since_1970(year, month, day).filter(|_| is_date)? * DAY + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_go_on_after_days_that_are_excluded() {
        // The second of January 2026 is a Friday.
        let friday = date("2026-01-02", "YYYY-MM-DD").expect("a date");
        let end = |days: &str, included: &str, length: i64| {
            let mut calendar = Calendar::default();
            calendar.exclude(days, "YYYY-MM-DD").expect("days");
            calendar.included.extend(listed(included).filter_map(|day| date(day, "YYYY-MM-DD")));
            (calendar.end(friday, length * DAY) - friday) / DAY
        };
        assert_eq!(end("", "", 2), 2);
        assert_eq!(end("weekends", "", 1), 1);
        assert_eq!(end("weekends", "", 2), 4);
        assert_eq!(end("weekends", "2026-01-03", 2), 2);
        assert_eq!(end("Saturday, sunday 2026-01-05", "", 2), 5);
        assert_eq!(end("monday tuesday wednesday thursday friday saturday sunday", "", 2), 2);
        assert!(Calendar::default().exclude("someday", "YYYY-MM-DD").is_err());
    }

    #[test]
    fn dates_are_days_since_1970() {
        assert_eq!(days_since_1970(1970, 1, 1), Some(0));
        assert_eq!(days_since_1970(2000, 3, 1), Some(11_017));
        assert_eq!(days_since_1970(2024, 2, 29), Some(19_782));
        assert_eq!(date("2024-01-02 01:30", "YYYY-MM-DD HH:mm"), Some(19_724 * DAY + 90));
        assert_eq!(date("02/01/2024", "DD/MM/YYYY"), Some(19_724 * DAY));
        assert_eq!(date("2024-13-02", "YYYY-MM-DD"), None);
    }
}
