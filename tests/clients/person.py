"""A signed-in person who decides on the page for connecting an agent, as a browser does."""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit


class Form(HTMLParser):
    """The fields of the form, as a browser sends them when nothing was changed."""

    def __init__(self, page: str):
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.fields.append((given["name"], given.get("value", "")))


def decide(lectern, address: str, decision="connect", without=()) -> dict[str, str]:
    """Opens the address that a client asked for and decides. Returns the parameters that the client receives."""
    with lectern.with_cookie() as browser:
        page = browser.get(address)
        assert page.status_code == 200, page.text
        fields = [field for field in Form(page.text).fields if field[1] not in without]
        form: dict[str, list[str]] = {"decision": [decision]}
        for name, value in fields:
            form.setdefault(name, []).append(value)
        answer = browser.post(f"{lectern.url}/oauth/authorize", data=form, headers={"Origin": lectern.url})
    assert answer.status_code == 200, answer.text
    back = answer.headers["refresh"].removeprefix("0; url=")
    return {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}
