"""A hundred slides as people make them, with the slide types that a person would choose: ten talks of ten slides.

The parts of a slide are in the order in which a person reads them; `drawn` says in which order the file has them where that
differs. The first of `types` is the best choice. Positions and sizes are in percent of the slide.
"""

from dataclasses import dataclass, field


@dataclass
class HandSlide:
    types: list[str]
    layout: int
    parts: list[tuple]
    drawn: str = "as read"
    """`as read`, `backwards`, or `title last`."""
    notes: str = ""
    is_hidden: bool = False


def made(types: str, layout: int, *parts: tuple, **more) -> HandSlide:
    return HandSlide([f"{name}-slide" for name in types.split()], layout, list(parts), **more)


# Layouts of python-pptx's own template.
TITLE, CONTENT, SECTION, TWO, COMPARISON, TITLE_ONLY, BLANK, CONTENT_CAPTION, PICTURE_CAPTION = range(9)


def title(text):
    return ("title", text)


def body(*lines, at=1):
    """Paragraphs of a placeholder; an indented line starts with a tab."""
    return ("body", at, lines)


def box(x, y, w, h, text, size=18, **style):
    """A text box. `bold`, `italic`, `mono`, `bullets` and `center` style it."""
    return ("box", x, y, w, h, text, size, style)


def form(kind, x, y, w, h, text="", size=16):
    """A shape with or without a text."""
    return ("form", kind, x, y, w, h, text, size)


def picture(x, y, w, h, alt="", form="JPEG"):
    return ("picture", x, y, w, h, alt, form)


def table(x, y, w, h, *rows):
    return ("table", x, y, w, h, [row.split("|") for row in rows])


def chart(kind, x, y, w, h, categories, **series):
    return ("chart", kind, x, y, w, h, categories.split("|"), series)


def line(x1, y1, x2, y2, arrow=False):
    return ("line", x1, y1, x2, y2, arrow)


def furniture(x, y, w, h, text):
    """A page number, a date or a footer that somebody typed on each slide: it is not content."""
    return ("furniture", x, y, w, h, text)


def numeral(x, y, w, h, text):
    """The number of a step, which a process draws itself."""
    return ("numeral", x, y, w, h, text)


QUARTER = [
    made("title", TITLE, title("Third quarter 2026"), body("Results for the board", "14 October 2026"), box(6, 90, 30, 6, "Nordkai Logistics", 12)),
    made("list content", CONTENT, title("Agenda"), body("Results at a glance", "What moved the margin", "Warehouse in Gdansk", "Outlook for the year", "Decisions")),
    made("kpi-metrics", TITLE_ONLY, title("Results at a glance"), box(6, 32, 20, 16, "41.2 m", 44, bold=True), box(6, 50, 20, 8, "Revenue, euros", 14), box(29, 32, 20, 16, "+7%", 44, bold=True), box(29, 50, 20, 8, "on last year", 14), box(52, 32, 20, 16, "11.8%", 44, bold=True), box(52, 50, 20, 8, "Margin before tax", 14), box(75, 32, 20, 16, "312", 44, bold=True), box(75, 50, 20, 8, "Drivers", 14)),
    made("chart", TITLE_ONLY, title("Fuel ate half of the growth"), chart("column", 5, 24, 60, 66, "Q1|Q2|Q3", Revenue=[38.1, 39.9, 41.2], Fuel=[6.2, 7.4, 8.9]), box(68, 30, 27, 40, "Diesel rose by a fifth since April. Two thirds of our contracts pass it on after ninety days.", 16)),
    made("table", TITLE_ONLY, title("Margin by region"), table(5, 26, 90, 50, "Region|Revenue|Margin|Change", "Baltic|14.1|13.2%|+0.4", "Poland|11.9|12.5%|+1.1", "Germany|9.8|9.1%|-2.0", "Other|5.4|11.0%|0.0"), box(5, 86, 90, 6, "Figures in million euros, before audit", 11)),
    made("comparison", TITLE_ONLY, title("What moved the margin"), box(5, 26, 42, 8, "Upwards", 22, bold=True), box(5, 36, 42, 40, "Fuller lorries on the way back\nFewer overtime hours\nNew tolls passed on", 18, bullets=True), box(53, 26, 42, 8, "Downwards", 22, bold=True), box(53, 36, 42, 40, "Diesel\nThe strike in Hamburg\nTwo lost contracts", 18, bullets=True), drawn="backwards"),
    made("chapter-title", SECTION, title("Warehouse in Gdansk"), body("Where we stand after six months")),
    made("image-text", TWO, title("The hall is full earlier than planned"), body("92% of places taken in September", "Night shift since August", "Second gate opens in November"), picture(53, 26, 42, 56, "Forklift between high shelves")),
    made("process timeline", TITLE_ONLY, title("Outlook"), form("chevron", 5, 40, 22, 14, "October"), form("chevron", 28, 40, 22, 14, "November"), form("chevron", 51, 40, 22, 14, "December"), form("chevron", 74, 40, 22, 14, "January")),
    made("end title chapter-title", BLANK, box(10, 40, 80, 18, "Questions?", 54, bold=True, center=True), box(10, 60, 80, 8, "finance@nordkai.example", 18, center=True)),
]

LESSON = [
    made("title", BLANK, box(8, 30, 84, 22, "Photosynthesis", 54, bold=True), box(8, 54, 84, 10, "Biology, year 10", 24), form("rectangle", 0, 92, 100, 8)),
    made("list content", CONTENT, title("What you already know"), body("Plants are green", "They need light", "They give off oxygen"), furniture(92, 93, 6, 5, "2")),
    made("content quote chapter-title", BLANK, box(8, 34, 84, 30, "How can a tree that weighs ten tonnes grow out of a seed that weighs one gram?", 36, center=True), furniture(92, 93, 6, 5, "3")),
    made("content list", CONTENT, title("Van Helmont's experiment"), body("A willow grew in a pot for five years", "\tThe tree gained 74 kg", "\tThe soil lost 57 g", "So the tree is not made of soil")),
    made("image", BLANK, picture(0, 0, 100, 100, "A willow by a pond"), notes="Ask where the mass comes from."),
    made("process", TITLE_ONLY, title("From light to sugar"), form("rounded", 5, 40, 20, 20, "Light hits chlorophyll"), form("arrow", 26, 47, 7, 6), form("rounded", 34, 40, 20, 20, "Water is split"), form("arrow", 55, 47, 7, 6), form("rounded", 63, 40, 20, 20, "Sugar is built")),
    made("comparison text-blocks", COMPARISON, title("Leaf and root"), body("Leaf", at=1), body("Takes in carbon dioxide", "Makes sugar", at=2), body("Root", at=3), body("Takes in water", "Stores starch", at=4)),
    made("table", TITLE_ONLY, title("Our measurements"), table(10, 28, 80, 55, "Distance of the lamp|Bubbles a minute", "10 cm|46", "20 cm|21", "40 cm|7", "80 cm|2")),
    made("chart", CONTENT, title("More light, more bubbles"), chart("line", 8, 26, 84, 64, "10|20|40|80", Bubbles=[46, 21, 7, 2])),
    made("list content", CONTENT, title("Homework"), body("Read pages 84 to 87", "Explain in three sentences why leaves are flat", "Bring a leaf"), notes="Due on Thursday."),
]

COUNCIL = [
    made("title", TITLE, title("A cycle path along the canal"), body("Public hearing, 3 March")),
    made("content", CONTENT, title("Why we are here"), body("The towpath is used by eleven hundred cyclists a day. In winter it is mud, and in summer walkers and cyclists get in each other's way. The council asked us for a plan that keeps both.")),
    made("image-text", TITLE_ONLY, title("The towpath today"), picture(5, 24, 52, 66, "Mud on the towpath"), box(60, 28, 36, 50, "Width 1.8 metres\nNo light\nFour narrow bridges", 20, bullets=True)),
    made("gallery", TITLE_ONLY, title("Four bottlenecks"), picture(5, 26, 21, 40, "North bridge"), picture(28, 26, 21, 40, "Mill"), picture(51, 26, 21, 40, "Lock"), picture(74, 26, 21, 40, "South bridge"), box(5, 68, 21, 8, "North bridge", 12), box(28, 68, 21, 8, "Mill", 12), box(51, 68, 21, 8, "Lock", 12), box(74, 68, 21, 8, "South bridge", 12)),
    made("comparison text-blocks icon-card-grid", TITLE_ONLY, title("Two variants"), form("rectangle", 5, 26, 43, 50, "Variant A\nWiden the towpath to four metres\n2.1 million euros"), form("rectangle", 52, 26, 43, 50, "Variant B\nBuild a second path on the dike\n3.4 million euros")),
    made("table", TITLE_ONLY, title("What residents said"), table(5, 26, 90, 58, "Topic|For A|For B", "Noise|14|3", "Trees|2|19", "Cost|22|1", "Safety|9|17"), furniture(5, 94, 30, 4, "Canal path, March 2026")),
    made("timeline", TITLE_ONLY, title("How it goes on"), line(5, 50, 95, 50), box(5, 38, 20, 8, "April 2026", 16, bold=True), box(5, 54, 20, 14, "Decision of the council", 14), box(28, 38, 20, 8, "September 2026", 16, bold=True), box(28, 54, 20, 14, "Permits", 14), box(51, 38, 20, 8, "March 2027", 16, bold=True), box(51, 54, 20, 14, "Work begins", 14), box(74, 38, 20, 8, "May 2028", 16, bold=True), box(74, 54, 20, 14, "Opening", 14)),
    made("list content", CONTENT, title("What we ask of you tonight"), body("Say which variant you prefer and why", "Mark on the map where you cross", "Leave your address if you want the minutes")),
    made("chart table", TITLE_ONLY, title("Cyclists a day"), chart("bar", 8, 26, 84, 64, "Monday|Tuesday|Wednesday|Saturday", Summer=[1140, 1190, 1205, 860], Winter=[610, 640, 655, 190])),
    made("end title", TITLE, title("Thank you for coming"), body("canal@council.example")),
]

THESIS = [
    made("title", TITLE, title("Detecting drift in small sensor networks"), body("Master's thesis", "Mei Lin, supervised by Prof. Dr. A. Roth")),
    made("list content", CONTENT, title("Outline"), body("Problem", "Related work", "Method", "Results", "Discussion")),
    made("chapter-title", BLANK, form("rectangle", 0, 0, 100, 100), box(10, 42, 80, 16, "Problem", 48, bold=True)),
    made("content list", CONTENT, title("Sensors drift, and nobody notices"), body("Cheap sensors lose accuracy", "\tTemperature: 0.4 degrees a year", "\tHumidity: 2 percent a year", "Calibration needs a visit", "Networks are too small for majority votes")),
    made("content list", TITLE_ONLY, title("Research questions"), box(8, 28, 84, 50, "RQ1  Can drift be told from weather?\nRQ2  How many neighbours are needed?\nRQ3  How soon is drift found?", 22)),
    made("code", TITLE_ONLY, title("The estimator"), box(8, 28, 84, 50, "def drift(series, neighbours):\n    residual = series - neighbours.median()\n    return residual.rolling(720).mean()", 18, mono=True)),
    made("chart table", TITLE_ONLY, title("Detection delay"), chart("scatter", 8, 26, 84, 64, "2|4|6|8", Days=[41.0, 18.5, 12.0, 11.5])),
    made("table", TITLE_ONLY, title("Comparison with the baselines"), table(5, 28, 90, 48, "Method|Precision|Recall|Delay", "Threshold|0.61|0.55|60 d", "Kriging|0.82|0.71|25 d", "Ours|0.88|0.84|12 d")),
    made("list content", CONTENT, title("Limitations"), body("One climate only", "Drift was simulated for half of the sensors", "No abrupt faults")),
    made("end title chapter-title", BLANK, box(10, 40, 80, 18, "Thank you", 54, bold=True, center=True)),
]

PITCH = [
    made("title", BLANK, picture(0, 0, 100, 100, "Bread on a shelf"), box(8, 60, 60, 18, "Rest", 66, bold=True), box(8, 78, 60, 8, "Yesterday's bread, today's beer", 24)),
    made("kpi-metrics content", BLANK, box(10, 26, 80, 34, "1 in 5", 96, bold=True, center=True), box(10, 62, 80, 12, "loaves is thrown away before anybody buys it", 24, center=True)),
    made("icon-card-grid text-blocks list", TITLE_ONLY, title("Why nobody solved it"), form("rounded", 5, 28, 28, 44, "Too small\nEach bakery has a few kilos"), form("rounded", 36, 28, 28, 44, "Too late\nBread is collected after closing"), form("rounded", 67, 28, 28, 44, "Too dear\nLorries cost more than malt")),
    made("image-text image", PICTURE_CAPTION, title("A box in every bakery"), ("body", 2, ("It weighs, dries and reports. We collect when it is full.",)), ("insert picture", 1, "The collecting box"), drawn="as read"),
    made("process", TITLE_ONLY, title("How it works"), numeral(5, 30, 17, 8, "1"), box(5, 40, 17, 16, "Bakery fills the box", 16), numeral(29, 30, 17, 8, "2"), box(29, 40, 17, 16, "We collect by bicycle", 16), numeral(53, 30, 17, 8, "3"), box(53, 40, 17, 16, "Brewery makes the mash", 16), numeral(77, 30, 17, 8, "4"), box(77, 40, 17, 16, "Bars sell Rest", 16)),
    made("chart", TITLE_ONLY, title("Sales since launch"), chart("area", 8, 26, 84, 64, "Jan|Feb|Mar|Apr|May", Bottles=[400, 900, 2100, 3600, 5200])),
    made("quote", BLANK, box(12, 28, 76, 30, "“It is the only beer that makes me feel better about breakfast.”", 34, italic=True), box(12, 62, 76, 8, "Jonas Krämer, bar owner", 18)),
    made("team-cards", TITLE_ONLY, title("Team"), picture(8, 26, 18, 34, "Ada Vos"), box(8, 62, 22, 6, "Ada Vos", 16, bold=True), box(8, 69, 22, 6, "Brewer", 13), picture(40, 26, 18, 34, "Tom Berg"), box(40, 62, 22, 6, "Tom Berg", 16, bold=True), box(40, 69, 22, 6, "Logistics", 13), picture(72, 26, 18, 34, "Lea Sommer"), box(72, 62, 22, 6, "Lea Sommer", 16, bold=True), box(72, 69, 22, 6, "Sales", 13)),
    made("chart", TITLE_ONLY, title("Where the money goes"), chart("pie", 20, 24, 60, 70, "Boxes|Bicycles|People|Reserve", Share=[45, 15, 30, 10])),
    made("end title", BLANK, box(8, 34, 84, 20, "Join us", 60, bold=True), box(8, 56, 84, 14, "Ada Vos\nada@rest.example\n+49 30 555 0199", 20)),
]

TRAINING = [
    made("title", TITLE, title("Safe on the ladder"), body("Annual instruction, 20 minutes")),
    made("list content process", CONTENT, title("Before you climb"), body("Check the feet", "Check the rungs", "Check the ground"), notes="Show the damaged ladder."),
    made("comparison text-blocks gallery image-text", TITLE_ONLY, title("Right and wrong"), box(5, 24, 42, 7, "Right", 22, bold=True), box(5, 33, 42, 20, "Three points of contact\nBelt buckle between the rails", 16), box(53, 24, 42, 7, "Wrong", 22, bold=True), box(53, 33, 42, 20, "Reaching to the side\nStanding on the top rung", 16)),
    made("image", TITLE_ONLY, title("The angle is 75 degrees"), picture(12, 24, 76, 70, "A ladder at a wall with its angle")),
    made("matrix icon-card-grid text-blocks table", TITLE_ONLY, title("Which ladder for which job"), form("rectangle", 8, 26, 41, 30, "Up to 2 m, short job\nStep ladder"), form("rectangle", 51, 26, 41, 30, "Up to 2 m, long job\nPlatform"), form("rectangle", 8, 58, 41, 30, "Above 2 m, short job\nLeaning ladder"), form("rectangle", 51, 58, 41, 30, "Above 2 m, long job\nScaffold")),
    made("pyramid", TITLE_ONLY, title("What protects best"), form("triangle", 38, 22, 24, 18, "Avoid"), form("trapezoid", 30, 41, 40, 14, "Replace"), form("trapezoid", 22, 56, 56, 14, "Secure"), form("trapezoid", 14, 71, 72, 14, "Wear gear")),
    made("cycle process", TITLE_ONLY, title("The inspection never ends"), form("oval", 40, 24, 20, 18, "Inspect"), form("oval", 66, 48, 20, 18, "Mark"), form("oval", 40, 72, 20, 18, "Use"), form("oval", 14, 48, 20, 18, "Report")),
    made("list content", CONTENT, title("Ten seconds that save a back"), body("Carry with two people", "Lower end first", "Look up for wires", "Never on icy ground", "Tie the top", "One person at a time")),
    made("table", TITLE_ONLY, title("Accidents in our company"), table(8, 28, 84, 50, "Year|Falls|Days lost", "2023|4|61", "2024|3|22", "2025|1|5")),
    made("list content poll", CONTENT, title("Test yourself"), body("What is the right angle?", "How many points of contact?", "Who reports a damaged ladder?"), is_hidden=True),
]

FUNDS = [
    made("title", TITLE, title("Un puits pour Tano"), body("Rapport aux donateurs, 2026")),
    made("quote", BLANK, box(10, 30, 80, 24, "« L’eau est arrivée un mardi, et le mercredi l’école était pleine. »", 32), box(10, 58, 80, 8, "— Awa Diop, institutrice", 18)),
    made("kpi-metrics", TITLE_ONLY, title("L’année en chiffres"), box(6, 34, 26, 16, "3 400", 48, bold=True), box(6, 52, 26, 8, "personnes ont de l’eau", 14), box(37, 34, 26, 16, "12", 48, bold=True), box(37, 52, 26, 8, "puits réparés", 14), box(68, 34, 26, 16, "96 %", 48, bold=True), box(68, 52, 26, 8, "des dons arrivent au village", 14), drawn="title last"),
    made("image-text", TWO, title("Le forage"), body("Quarante mètres de profondeur", "Une pompe solaire", "Deux réservoirs"), picture(53, 26, 42, 50, "La foreuse au village")),
    made("timeline", TITLE_ONLY, title("Du premier don au premier seau"), box(6, 28, 16, 8, "2024", 20, bold=True), box(24, 28, 70, 8, "Premier don", 18), box(6, 42, 16, 8, "2025", 20, bold=True), box(24, 42, 70, 8, "Étude du sol", 18), box(6, 56, 16, 8, "2026", 20, bold=True), box(24, 56, 70, 8, "La pompe tourne", 18)),
    made("chart", TITLE_ONLY, title("D’où viennent les dons"), chart("doughnut", 20, 24, 60, 70, "Particuliers|Écoles|Entreprises", Dons=[58, 17, 25])),
    made("content", CONTENT, title("Pourquoi une pompe solaire"), body("Le diesel coûtait plus cher que l’eau elle-même. Le soleil est gratuit, et la pompe n’a que trois pièces mobiles, que le forgeron du village sait refaire.")),
    made("gallery", TITLE_ONLY, title("Images du village"), picture(5, 24, 44, 66, "La pompe"), picture(51, 24, 44, 31, "Les enfants"), picture(51, 59, 44, 31, "Le réservoir")),
    made("list content", CONTENT, title("Ce qui reste à faire"), body("Former deux techniciens", "Clôturer le puits", "Planter des arbres")),
    made("end title", TITLE, title("Merci"), body("www.puits-tano.example")),
]

PRODUCT = [
    made("title", TITLE, title("Kickoff: the new booking engine"), body("Platform team")),
    made("list content", TITLE_ONLY, title("Goals"), box(8, 28, 84, 50, "- Book in three clicks\n- Answer in 200 ms\n- No downtime for releases", 22)),
    made("content list comparison", TWO, title("In scope, out of scope"), body("Hotels", "Flights", "Invoices"), body("Rental cars", "Loyalty points", at=2)),
    made("process", TITLE_ONLY, title("Architecture"), form("rectangle", 5, 40, 20, 18, "App"), line(25, 49, 40, 49, True), form("rectangle", 40, 40, 20, 18, "Gateway"), line(60, 49, 75, 49, True), form("rectangle", 75, 40, 20, 18, "Booking")),
    made("code", TITLE_ONLY, title("A booking in one call"), box(8, 26, 84, 56, "POST /bookings\n{\n  \"hotel\": 4711,\n  \"nights\": 2\n}", 18, mono=True)),
    made("timeline", TITLE_ONLY, title("Milestones"), form("rectangle", 5, 36, 21, 30, "12 Jan\nPrototype"), form("rectangle", 28, 36, 21, 30, "1 Mar\nAlpha"), form("rectangle", 51, 36, 21, 30, "15 May\nBeta"), form("rectangle", 74, 36, 21, 30, "1 July\nLaunch")),
    made("table", CONTENT, title("Who does what"), table(8, 28, 84, 55, "Area|Owner|Deputy", "Search|Mei|Tom", "Payment|Ada|Jonas", "Mail|Lea|Mei")),
    made("list content", CONTENT, title("Risks"), body("The payment provider changes its interface", "Two people are on leave in March", "Old bookings must stay readable")),
    made("chart table", TITLE_ONLY, title("Load we must bear"), chart("stacked", 8, 26, 84, 64, "Mon|Tue|Wed|Thu|Fri", Search=[210, 190, 205, 230, 310], Book=[20, 18, 22, 25, 41])),
    made("list content process", CONTENT, title("Next steps"), body("Mei sets up the repository", "Tom invites the pilot hotels", "We meet on Thursday")),
]

CLUB = [
    made("title", TITLE, title("Jahreshauptversammlung 2026"), body("Ruderverein Treibholz e. V.")),
    made("list content", CONTENT, title("Tagesordnung"), body("Begrüßung", "Bericht des Vorstands", "Kassenbericht", "Entlastung", "Wahlen", "Verschiedenes")),
    made("table", TITLE_ONLY, title("Kassenbericht"), table(6, 26, 88, 60, "Posten|Einnahmen|Ausgaben", "Beiträge|18.400 €|", "Boote||7.250 €", "Bootshaus|1.200 €|9.100 €", "Summe|19.600 €|16.350 €")),
    made("chart", TITLE_ONLY, title("Mitglieder"), chart("column", 8, 26, 84, 64, "2022|2023|2024|2025|2026", Mitglieder=[181, 176, 190, 204, 219])),
    made("image-text", TITLE_ONLY, title("Unser neuer Vierer"), box(5, 28, 40, 44, "Getauft am 1. Mai auf den Namen „Treibgut“.\nGebaut in Rostock, bezahlt von 63 Spendern.", 18), picture(50, 24, 45, 66, "Der neue Vierer am Steg")),
    made("list content", CONTENT, title("Wahlen"), body("Erste Vorsitzende: Lea Sommer", "Kassenwart: Jonas Krämer", "Bootswart: Tom Berg")),
    made("gallery", BLANK, picture(3, 5, 46, 42, "Regatta"), picture(51, 5, 46, 42, "Sommerfest"), picture(3, 52, 46, 42, "Bootshaus"), picture(51, 52, 46, 42, "Steg")),
    made("content", CONTENT, title("Satzungsänderung"), body("§ 7 Absatz 2 lautet künftig: „Die Mitgliederversammlung kann auch ohne Anwesenheit an einem Ort stattfinden, wenn alle Mitglieder teilnehmen können.“")),
    made("timeline list table content", CONTENT, title("Termine"), body("18. April: Anrudern", "6. Juni: Regatta", "11. Juli: Sommerfest", "24. Oktober: Abrudern")),
    made("end title chapter-title", BLANK, box(10, 38, 80, 20, "Vielen Dank!", 54, bold=True, center=True), picture(40, 64, 20, 24, "Wimpel des Vereins", "PNG")),
]

MIXED = [
    made("title", BLANK, box(6, 12, 50, 8, "Ministry of Small Rivers", 14), box(6, 40, 88, 20, "State of the brooks 2026", 48, bold=True), box(6, 62, 88, 8, "Summary for the press", 22), box(6, 90, 30, 6, "5 June 2026", 12)),
    made("funnel process pyramid list", TITLE_ONLY, title("From source to sea"), form("trapezoid", 10, 26, 80, 14, "1,240 brooks mapped"), form("trapezoid", 20, 42, 60, 14, "610 sampled"), form("trapezoid", 30, 58, 40, 14, "190 in good state"), form("trapezoid", 40, 74, 20, 14, "12 untouched")),
    made("text-blocks comparison content list icon-card-grid", TITLE_ONLY, title("Two kinds of damage"), box(5, 26, 90, 8, "Chemical", 22, bold=True), box(5, 35, 90, 16, "Nitrate from fields, salt from roads, and traces of medicine", 16), box(5, 56, 90, 8, "Structural", 22, bold=True), box(5, 65, 90, 16, "Straightened beds, weirs without a ladder, and pipes below villages", 16)),
    made("icon-card-grid text-blocks list matrix", TITLE_ONLY, title("Six measures"), form("rounded", 5, 26, 28, 28, "Strips\nFive metres without plough"), form("rounded", 36, 26, 28, 28, "Shade\nAlders on both sides"), form("rounded", 67, 26, 28, 28, "Stones\nGravel in the bed"), form("rounded", 5, 58, 28, 28, "Steps\nLadders at weirs"), form("rounded", 36, 58, 28, 28, "Sewers\nSeparate rain and waste"), form("rounded", 67, 58, 28, 28, "Space\nLet floods spread")),
    made("chart", TITLE_ONLY, title("Nitrate by year"), box(5, 20, 90, 6, "Milligrams per litre, mean of all samples", 14), chart("line", 8, 28, 84, 60, "2022|2023|2024|2025", Nitrate=[31.5, 29.8, 28.1, 27.9], Limit=[50, 50, 50, 50]), box(5, 92, 60, 5, "Source: state laboratory", 10)),
    made("image", BLANK, picture(10, 8, 80, 74, "A brook between alders"), box(10, 84, 80, 8, "The Elsbach after two years without mowing", 14, center=True)),
    made("logo-wall gallery", TITLE_ONLY, title("Our partners"), picture(8, 34, 16, 14, "University", "PNG"), picture(31, 34, 16, 14, "Anglers", "PNG"), picture(54, 34, 16, 14, "Farmers", "PNG"), picture(77, 34, 16, 14, "Water board", "PNG")),
    made("content table list", TITLE_ONLY, title("Terms"), box(5, 26, 24, 8, "Bed", 16, bold=True), box(31, 26, 64, 8, "the ground that water runs over", 16), box(5, 38, 24, 8, "Weir", 16, bold=True), box(31, 38, 64, 8, "a low dam", 16), box(5, 50, 24, 8, "Riffle", 16, bold=True), box(31, 50, 64, 8, "a shallow with fast water", 16)),
    made("image-text", TITLE_ONLY, picture(5, 10, 40, 80, "A kingfisher"), box(50, 12, 45, 14, "The kingfisher is back", 32, bold=True), box(50, 30, 45, 40, "Seven pairs bred along the lower Elsbach, the first since 1987.", 18)),
    made("end title", TITLE, title("Questions and samples"), body("press@brooks.example", "+49 40 555 0123")),
]

TALKS = {
    "quarter": QUARTER,
    "lesson": LESSON,
    "council": COUNCIL,
    "thesis": THESIS,
    "pitch": PITCH,
    "training": TRAINING,
    "funds": FUNDS,
    "product": PRODUCT,
    "club": CLUB,
    "mixed": MIXED,
}
