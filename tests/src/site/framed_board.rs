//! The sample guildhall: a list of courses and the courses, each in a frame of another site that
//! attaches late to a page full of words of its own. Some frames are replaced, nested or in a shadow
//! root.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::json;

use super::Page;
use super::html::escape;

const AROUND: &str = include_str!("../../site/framed-board/around.html");

#[derive(Debug, Clone, Deserialize)]
pub(super) struct FramedBoard {
    courses: Vec<Course>,
}

#[derive(Debug, Clone, Deserialize)]
struct Course {
    number: u32,
    title: String,
    tutor: String,
    level: Option<String>,
    starts: String,
    fee: Option<u32>,
    reference: String,
    about: String,
    panel: Panel,
}

/// How a course's panel attaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Panel {
    Plain,
    /// After that of another course.
    Replaced,
    /// In a frame of the frame.
    Nested,
    /// Below an open shadow root.
    Shadow,
}

impl FramedBoard {
    pub(super) fn bundled() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../site/framed-board/courses.json"))
    }

    /// The page at a path.
    pub(super) fn page(&self, path: &str, query: &str) -> Option<Page> {
        match path {
            "/courses" => Some(around("plain", "/embed/programme", "")),
            "/embed/programme" => Some(Page::html(self.programme())),
            "/embed/course" => {
                let (at, course) = self.named(query)?;
                let wraps = course.panel == Panel::Nested && !query.contains("inner=1");
                Some(Page::html(if wraps {
                    wrapper(course)
                } else {
                    self.course(at, course)
                }))
            }
            "/guildhall/help" => Some(Page::html(
                "<!doctype html><title>Help</title><p>Hello! Ask us about courses, fees and rooms. \
                 Level: any. Fee: ask away.</p>",
            )),
            "/adserver/slot" => Some(Page::html("<!doctype html><p>New: Fee €5! Buy rope.</p>")),
            _ => self.shell(path.strip_prefix("/courses/")?),
        }
    }

    fn shell(&self, number: &str) -> Option<Page> {
        let at = self
            .courses
            .iter()
            .position(|course| course.number.to_string() == number)?;
        let own = address(&self.courses[at]);
        let other = address(&self.courses[(at + 1) % self.courses.len()]);
        Some(match self.courses[at].panel {
            Panel::Plain | Panel::Nested => around("plain", &own, ""),
            Panel::Replaced => around("replaced", &other, &own),
            Panel::Shadow => around("shadow", "", &own),
        })
    }

    fn named(&self, query: &str) -> Option<(usize, &Course)> {
        let number = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("ref="))?;
        let mut courses = self.courses.iter().enumerate();
        courses.find(|(_, course)| course.number.to_string() == number)
    }

    /// The list, whose links lead to the site around it.
    fn programme(&self) -> String {
        let mut cards = String::new();
        for course in &self.courses {
            write!(
                cards,
                "<li class=\"course\"><h3><a target=\"_top\" href=\"/courses/{}\">{}</a></h3><p>with {}</p></li>",
                course.number,
                escape(&course.title),
                escape(&course.tutor),
            )
            .ok();
        }
        panel(
            "Programme",
            &format!(
                "<h2>The programme</h2><ul>{cards}</ul><script>
                 const home = new URLSearchParams(location.search).get('home');
                 for (const a of document.querySelectorAll('a')) a.href = home + a.getAttribute('href');
                 </script>"
            ),
        )
    }

    fn course(&self, at: usize, course: &Course) -> String {
        let mut facts = String::new();
        let fee = course.fee.map(|fee| format!("€{fee}"));
        for (label, value) in [
            ("Tutor", Some(course.tutor.as_str())),
            ("Level", course.level.as_deref()),
            ("Starts", Some(course.starts.as_str())),
            ("Fee", fee.as_deref()),
            ("Reference", Some(course.reference.as_str())),
        ] {
            if let Some(value) = value {
                write!(facts, "<dt>{label}</dt><dd>{}</dd>", escape(value)).ok();
            }
        }
        let next = &self.courses[(at + 1) % self.courses.len()];
        panel(
            &course.title,
            &format!(
                "<article><h1>{}</h1><dl>{facts}</dl><p>{}</p></article>\
                 <aside><h2>Similar courses</h2><ul><li>{} with {}</li></ul></aside>",
                escape(&course.title),
                escape(&course.about),
                escape(&next.title),
                escape(&next.tutor),
            ),
        )
    }
}

fn address(course: &Course) -> String {
    format!("/embed/course?ref={}", course.number)
}

fn wrapper(course: &Course) -> String {
    let inner = format!("{}&amp;inner=1", address(course));
    panel(
        "Course",
        &format!("<p>Booking</p><iframe src=\"{inner}\" width=\"900\" height=\"600\"></iframe>"),
    )
}

fn panel(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title></head>\
         <body>{body}</body></html>\n",
        escape(title)
    )
}

/// The page around a panel: how it attaches, and the panel's addresses.
fn around(kind: &str, first: &str, last: &str) -> Page {
    let what = json!([kind, first, last]).to_string();
    Page::html(AROUND.replace("/*WHAT*/", &what))
}
