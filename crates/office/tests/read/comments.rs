//! Comments of both forms.

use office::model::Comment;

use crate::package::{Package, p};

fn comments(authors: (&str, &str), list: &str) -> Vec<Comment> {
    let package = Package::new()
        .slide_with("", &[("c", "comments", "../comments/comment1.xml")])
        .main_link("a", authors.0, "authors.xml")
        .part("ppt/authors.xml", authors.1)
        .part("ppt/comments/comment1.xml", &format!("<p:cmLst NS>{list}</p:cmLst>"));
    package.first().comments
}

fn comment(author: &str, time: &str, text: &str) -> Comment {
    let (author, time, text) = (author.to_owned(), Some(time.to_owned()), text.to_owned());
    Comment { author, time, text, is_reply: false, is_resolved: false }
}

#[test]
fn older_comments_have_authors_and_replies_behind_them() {
    let authors = r#"<p:cmAuthorLst NS><p:cmAuthor id="0" name="Ann Lee" initials="AL"/><p:cmAuthor id="1" name="Bo"/></p:cmAuthorLst>"#;
    let reply = r#"<p:extLst><p:ext uri="x"><p15:threadingInfo xmlns:p15="t"><p15:parentCm authorId="0" idx="1"/></p15:threadingInfo></p:ext></p:extLst>"#;
    let list = format!(
        r#"<p:cm authorId="0" dt="2026-01-02T10:00:00.000" idx="1"><p:pos x="1" y="2"/><p:text>Is it true? </p:text></p:cm>
        <p:cm authorId="7" dt="2026-01-02T11:00:00.000" idx="1"><p:text>Nice</p:text></p:cm>
        <p:cm authorId="1" dt="2026-01-02T12:00:00.000" idx="1"><p:text>It is</p:text>{reply}</p:cm>"#
    );
    assert_eq!(
        comments(("commentAuthors", authors), &list),
        [
            comment("Ann Lee", "2026-01-02T10:00:00.000", "Is it true?"),
            Comment { is_reply: true, ..comment("Bo", "2026-01-02T12:00:00.000", "It is") },
            comment("", "2026-01-02T11:00:00.000", "Nice"),
        ]
    );
}

#[test]
fn comments_in_threads_have_replies_and_may_be_resolved() {
    let authors = r#"<p188:authorLst xmlns:p188="m"><p188:author id="{A}" name="Ann Lee"/></p188:authorLst>"#;
    let body = |text: &str| format!("<p188:txBody><a:bodyPr/>{}{}</p188:txBody>", p(text), p("more"));
    let list = format!(
        r#"<p188:cm xmlns:p188="m" id="{{1}}" authorId="{{A}}" status="resolved" created="2026-01-02T10:00:00"><p188:replyLst><p188:reply id="{{2}}" authorId="{{A}}" created="2026-01-03T10:00:00">{}</p188:reply></p188:replyLst>{}</p188:cm>"#,
        body("Answer"),
        body("Question")
    );
    assert_eq!(
        comments(("authors", authors), &list),
        [
            Comment { is_resolved: true, ..comment("Ann Lee", "2026-01-02T10:00:00", "Question\nmore") },
            Comment { is_reply: true, ..comment("Ann Lee", "2026-01-03T10:00:00", "Answer\nmore") },
        ]
    );
}
