//! People, and other things shown as a picture with a name and a line of text.

use serde_json::{Value, json};

use super::cells::{Cell, grid};
use super::likely::is_name;
use super::outcome::{Outcome, add_focus, picture_fields};
use super::view::SortedSlide;
use super::words::is_team;

const PEOPLE: &str = "team-cards-slide";

/// Converts a slide of cells with a picture, a name and a role each. Pictures are not needed if the title says that the
/// slide is about a team. `None` for other slides.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let grid = grid(view)?;
    let is_team = is_team(&view.title_line());
    let is_pictured = |cell: &Cell<'_, '_>| cell.pictures().count() == 1;
    let has_pictures = grid.cells.iter().all(is_pictured);
    let names = grid.cells.iter().filter(|cell| cell.lines().first().is_some_and(|line| is_name(line))).count();
    let has_details = grid.cells.iter().all(|cell| cell.lines().len() > 1);
    let are_people = names * 2 > grid.cells.len() && ((has_pictures && has_details) || is_team);
    let is_recognised = are_people || (has_pictures && (is_team || (has_details && grid.cells.len() > 3)));
    let is_wide = grid.cells.iter().flat_map(Cell::pictures).any(|item| item.frame().width > item.frame().height * 2);
    if !is_recognised
        || is_wide
        || !grid.lines_fit(view, PEOPLE)
        || grid.cells.len() > view.scope.max_entries(PEOPLE, "members")
    {
        return None;
    }
    let mut outcome = Outcome::headed(view, PEOPLE);
    let mut members: Vec<Value> = Vec::new();
    for (index, cell) in grid.cells.iter().enumerate() {
        let lines = cell.lines();
        let (name, details) = lines.split_first()?;
        let byline = details.join(", ");
        if !view.scope.fits(PEOPLE, "members.name", name) || !view.scope.fits(PEOPLE, "members.byline", &byline) {
            return None;
        }
        let mut member = json!({ "name": name });
        if !byline.is_empty() {
            member["byline"] = json!(byline);
        }
        if let Some(picture) = cell.pictures().next() {
            let (reference, focus) = picture_fields(view, picture)?;
            member["image"] = json!(reference);
            let alt = outcome.shorten_alt(picture.alt(), view.scope.max_length(PEOPLE, "members.alt"));
            if !alt.is_empty() {
                member["alt"] = json!(alt);
            }
            add_focus(&mut member, ["imageFocusX", "imageFocusY"], focus);
            outcome.place(picture, format!("members[{index}].image"));
        }
        for (text, number) in cell.texts().zip(0..) {
            outcome.place(text, format!("members[{index}].{}", if number == 0 { "name" } else { "byline" }));
        }
        members.push(member);
    }
    outcome.first().set("members", members);
    grid.place_lines(view, &mut outcome);
    Some(outcome)
}
