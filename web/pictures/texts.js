// The words of the pictures: name, alternative text and tags, in English and Dutch.
//
// A picture is found by all of its words in both languages. Tags leave out what the name and the alternative text say.

export const texts = {
  "above-the-clouds": {
    en: [
      "Above the clouds",
      "A snow-covered peak rises from a sea of clouds in the sun",
      "sky mountain view overview vision calm",
    ],
    nl: [
      "Boven de wolken",
      "Een besneeuwde top steekt in de zon boven een zee van wolken uit",
      "lucht berg uitzicht overzicht visie rust",
    ],
  },
  "autumn-hills": {
    en: [
      "Autumn hills",
      "Rolling hills with trees in orange, red and gold",
      "fall season trees nature harvest landscape",
    ],
    nl: [
      "Herfstheuvels",
      "Glooiende heuvels met bomen in oranje, rood en goud",
      "herfst seizoen bomen natuur oogst landschap",
    ],
  },
  balloons: {
    en: [
      "Hot-air balloons",
      "Four hot-air balloons drift over green hills",
      "sky travel freedom start lift adventure",
    ],
    nl: [
      "Luchtballonnen",
      "Vier luchtballonnen zweven boven groene heuvels",
      "lucht reizen vrijheid start stijgen avontuur",
    ],
  },
  bridge: {
    en: [
      "Suspension bridge",
      "A red suspension bridge over calm water, with a sailing boat below",
      "connection link city water engineering partnership",
    ],
    nl: [
      "Hangbrug",
      "Een rode hangbrug over rustig water, met een zeilboot eronder",
      "verbinding stad techniek samenwerking brug",
    ],
  },
  "city-at-dusk": {
    en: [
      "City at dusk",
      "A skyline with lit windows in front of the setting sun",
      "urban buildings evening office business night",
    ],
    nl: [
      "Stad in de schemering",
      "Een skyline met verlichte ramen voor de ondergaande zon",
      "stedelijk gebouwen avond kantoor zaken nacht",
    ],
  },
  dunes: {
    en: ["Dunes", "Desert dunes in warm light and shadow", "sand warm landscape heat calm minimal"],
    nl: ["Duinen", "Woestijnduinen in warm licht en schaduw", "zand warmte landschap hitte rust minimaal"],
  },
  "fields-from-above": {
    en: [
      "Fields from above",
      "Fields, a river and a road seen from the air",
      "farm agriculture food aerial countryside land",
    ],
    nl: [
      "Akkers van boven",
      "Akkers, een rivier en een weg vanuit de lucht gezien",
      "boerderij landbouw voedsel luchtfoto platteland",
    ],
  },
  harbour: {
    en: [
      "Harbour",
      "A container ship beside the cranes of a harbour",
      "port trade logistics shipping transport export industry",
    ],
    nl: [
      "Haven",
      "Een containerschip naast de kranen van een haven",
      "handel logistiek scheepvaart transport export industrie",
    ],
  },
  iceberg: {
    en: [
      "Iceberg",
      "An iceberg, small above the water and large below it",
      "hidden risk depth sea cold ice climate",
    ],
    nl: [
      "IJsberg",
      "Een ijsberg, klein boven het water en groot eronder",
      "verborgen risico diepte zee kou klimaat",
    ],
  },
  lighthouse: {
    en: [
      "Lighthouse",
      "A lighthouse shines over the sea at nightfall",
      "coast beacon guidance leadership safety direction",
    ],
    nl: [
      "Vuurtoren",
      "Een vuurtoren schijnt over zee bij het vallen van de avond",
      "kust baken leiding richting veiligheid",
    ],
  },
  "mirror-lake": {
    en: [
      "Mirror lake",
      "Mountains reflected in a calm lake between pines",
      "water mountain nature reflection quiet landscape",
    ],
    nl: [
      "Spiegelend meer",
      "Bergen weerspiegeld in een stil meer tussen dennen",
      "water berg natuur reflectie rust landschap",
    ],
  },
  "misty-forest": {
    en: ["Misty forest", "Rows of pines fade into the mist", "trees woods fog nature green quiet"],
    nl: ["Bos in de mist", "Rijen dennen verdwijnen in de mist", "bomen woud nevel natuur groen stilte"],
  },
  moonrise: {
    en: ["Moonrise", "A full moon over the sea draws a path of light", "night stars water portrait dream"],
    nl: [
      "Opkomende maan",
      "Een volle maan boven zee trekt een pad van licht",
      "nacht sterren water staand droom",
    ],
  },
  "mountains-at-dawn": {
    en: [
      "Mountains at dawn",
      "Layers of mountains in the pink light of the rising sun",
      "mountain sunrise morning landscape peaks start",
    ],
    nl: [
      "Bergen bij zonsopgang",
      "Bergketens achter elkaar in het roze licht van de opkomende zon",
      "berg ochtend landschap toppen begin dageraad",
    ],
  },
  "rice-terraces": {
    en: [
      "Terraces",
      "Green terraces with bands of water on a slope",
      "rice farm agriculture fields nature growth",
    ],
    nl: [
      "Terrassen",
      "Groene terrassen met stroken water op een helling",
      "rijst landbouw velden natuur groei",
    ],
  },
  "ringed-planet": {
    en: [
      "Ringed planet",
      "A planet with rings and two moons among the stars",
      "space universe astronomy science future exploration",
    ],
    nl: [
      "Planeet met ringen",
      "Een planeet met ringen en twee manen tussen de sterren",
      "ruimte heelal sterrenkunde wetenschap toekomst",
    ],
  },
  "sailing-boats": {
    en: ["Sailing boats", "Three sailing boats on a blue-green sea", "wind water team regatta course summer"],
    nl: ["Zeilboten", "Drie zeilboten op een blauwgroene zee", "wind water team wedstrijd koers zomer"],
  },
  "snowy-pines": {
    en: [
      "Cabin in the snow",
      "A cabin with a lit door between snowy pines and mountains",
      "winter forest holiday cold house mountain",
    ],
    nl: [
      "Hut in de sneeuw",
      "Een hut met een verlichte deur tussen dennen en bergen in de sneeuw",
      "winter bos vakantie kou huis berg",
    ],
  },
  "starry-night": {
    en: [
      "Starry night",
      "A lit tent under a sky full of stars",
      "camping space dark adventure evening dream",
    ],
    nl: [
      "Sterrennacht",
      "Een verlichte tent onder een hemel vol sterren",
      "kamperen ruimte donker avontuur avond droom",
    ],
  },
  "sunset-sea": {
    en: [
      "Sunset at sea",
      "The sun sets in the sea and is mirrored in the water",
      "evening ocean horizon end holiday birds",
    ],
    nl: [
      "Zonsondergang op zee",
      "De zon gaat onder in zee en weerspiegelt in het water",
      "avond oceaan horizon einde vakantie vogels",
    ],
  },
  volcano: {
    en: ["Volcano", "A volcano with lava and a plume of smoke", "mountain fire power eruption earth energy"],
    nl: ["Vulkaan", "Een vulkaan met lava en een rookpluim", "berg vuur kracht uitbarsting aarde energie"],
  },
  "wind-turbines": {
    en: [
      "Wind turbines",
      "Four wind turbines on green hills",
      "energy climate sustainable power green environment",
    ],
    nl: ["Windmolens", "Vier windturbines op groene heuvels", "energie klimaat duurzaam stroom groen milieu"],
  },
  "winding-road": {
    en: [
      "Winding road",
      "A road winds through green land towards the mountains",
      "journey travel roadmap way future path mountain",
    ],
    nl: [
      "Kronkelende weg",
      "Een weg slingert door groen land naar de bergen",
      "reis reizen route toekomst pad berg",
    ],
  },
  books: {
    en: [
      "Books on a shelf",
      "A row of books on a shelf, with an apple on two more",
      "library reading learning school study knowledge",
    ],
    nl: [
      "Boeken op een plank",
      "Een rij boeken op een plank, met een appel op nog twee boeken",
      "bibliotheek lezen leren school studie kennis",
    ],
  },
  chess: {
    en: [
      "Chess king",
      "A red king between white pawns on a chessboard",
      "strategy game decision leadership competition",
    ],
    nl: [
      "Schaakkoning",
      "Een rode koning tussen witte pionnen op een schaakbord",
      "strategie spel besluit leiderschap concurrentie schaken",
    ],
  },
  "coffee-from-above": {
    en: [
      "Coffee and notebook",
      "A cup of coffee, a notebook and a pencil seen from above",
      "break desk pause meeting writing morning",
    ],
    nl: [
      "Koffie en notitieboek",
      "Een kop koffie, een notitieboek en een potlood van boven gezien",
      "pauze bureau vergadering schrijven ochtend",
    ],
  },
  compass: {
    en: [
      "Compass",
      "A brass compass with a red needle",
      "direction course navigation strategy values travel",
    ],
    nl: [
      "Kompas",
      "Een koperen kompas met een rode naald",
      "richting koers navigatie strategie waarden reizen",
    ],
  },
  "desk-with-laptop": {
    en: [
      "Desk with laptop",
      "A laptop with charts on a desk, with a plant, a cup and a lamp",
      "office work computer report figures home",
    ],
    nl: [
      "Bureau met laptop",
      "Een laptop met grafieken op een bureau, met een plant, een kop en een lamp",
      "kantoor werk computer rapport cijfers thuis",
    ],
  },
  gears: {
    en: ["Gears", "Five gears of different sizes mesh", "process machine teamwork engineering operation"],
    nl: [
      "Tandwielen",
      "Vijf tandwielen van verschillende grootte grijpen in elkaar",
      "proces machine samenwerking techniek",
    ],
  },
  "growing-plant": {
    en: [
      "Growing plant",
      "A plant in five steps from seedling to flower",
      "growth progress stages development nature sustainable",
    ],
    nl: [
      "Groeiende plant",
      "Een plant in vijf stappen van kiem tot bloem",
      "groei voortgang fasen ontwikkeling natuur duurzaam",
    ],
  },
  hourglass: {
    en: ["Hourglass", "Sand runs through an hourglass", "time deadline patience planning waiting"],
    nl: ["Zandloper", "Zand loopt door een zandloper", "tijd deadline geduld planning wachten"],
  },
  laboratory: {
    en: [
      "Laboratory glass",
      "A flask, test tubes and a beaker with coloured liquids",
      "science research chemistry experiment health",
    ],
    nl: [
      "Laboratoriumglas",
      "Een kolf, reageerbuizen en een bekerglas met gekleurde vloeistoffen",
      "wetenschap onderzoek scheikunde experiment gezondheid",
    ],
  },
  lightbulb: {
    en: [
      "Light bulb",
      "A glowing light bulb on a dark blue ground",
      "idea innovation insight creativity energy",
    ],
    nl: [
      "Gloeilamp",
      "Een brandende gloeilamp op een donkerblauwe achtergrond",
      "idee innovatie inzicht creativiteit energie",
    ],
  },
  network: {
    en: [
      "Network",
      "Points of light connected by lines on a dark ground",
      "connection internet data community technology",
    ],
    nl: [
      "Netwerk",
      "Lichtpunten verbonden door lijnen op een donkere achtergrond",
      "verbinding internet gegevens gemeenschap technologie",
    ],
  },
  "paper-plane": {
    en: ["Paper plane", "A paper plane leaves a looping trail", "message send launch start mail freedom"],
    nl: [
      "Papieren vliegtuigje",
      "Een papieren vliegtuigje laat een spoor met een lus achter",
      "bericht versturen lancering start mail vrijheid",
    ],
  },
  "path-to-summit": {
    en: [
      "Path to the summit",
      "A dotted path leads to a flag on the summit of a mountain",
      "goal ambition mountain success plan milestones",
    ],
    nl: [
      "Pad naar de top",
      "Een gestippeld pad leidt naar een vlag op de top van een berg",
      "doel ambitie berg succes plan mijlpalen",
    ],
  },
  puzzle: {
    en: [
      "Missing piece",
      "A golden piece above the gap in a blue puzzle",
      "puzzle solution jigsaw answer fit problem",
    ],
    nl: [
      "Ontbrekend stukje",
      "Een gouden stukje boven het gat in een blauwe puzzel",
      "puzzel oplossing legpuzzel antwoord passen probleem",
    ],
  },
  rocket: {
    en: [
      "Rocket",
      "A rocket rises from the clouds towards the moon",
      "launch start space ambition product growth portrait",
    ],
    nl: [
      "Raket",
      "Een raket stijgt op uit de wolken naar de maan",
      "lancering start ruimte ambitie product groei staand",
    ],
  },
  "server-racks": {
    en: [
      "Data centre",
      "An aisle between server racks with small lights",
      "server cloud technology computer hosting security",
    ],
    nl: [
      "Datacentrum",
      "Een gangpad tussen serverkasten met lampjes",
      "server cloud technologie computer hosting beveiliging",
    ],
  },
  "stairs-to-door": {
    en: [
      "Stairs to an open door",
      "Stairs lead to an open door with bright light behind it",
      "opportunity chance step future way portrait",
    ],
    nl: [
      "Trap naar een open deur",
      "Een trap leidt naar een open deur met helder licht erachter",
      "kans mogelijkheid stap toekomst weg staand",
    ],
  },
  target: {
    en: ["Target", "An arrow in the middle of a red and white target", "goal aim focus result hit accuracy"],
    nl: [
      "Doelwit",
      "Een pijl in het midden van een rood met witte schietschijf",
      "doel richten focus resultaat raak roos",
    ],
  },
  bauhaus: {
    en: [
      "Geometric tiles",
      "Tiles with circles, arcs and stripes in red, blue, yellow and black",
      "bauhaus pattern shapes bold retro design",
    ],
    nl: [
      "Geometrische tegels",
      "Tegels met cirkels, bogen en strepen in rood, blauw, geel en zwart",
      "bauhaus patroon vormen retro ontwerp",
    ],
  },
  cells: {
    en: ["Cells", "A mosaic of green and ochre cells", "pattern stones biology nature structure voronoi"],
    nl: [
      "Cellen",
      "Een mozaïek van groene en okergele cellen",
      "patroon stenen biologie natuur structuur voronoi",
    ],
  },
  circuit: {
    en: [
      "Circuit",
      "Traces of a circuit board on a dark ground",
      "technology electronics computer hardware lines pattern",
    ],
    nl: [
      "Printplaat",
      "Sporen van een printplaat op een donkere achtergrond",
      "technologie elektronica computer hardware lijnen patroon",
    ],
  },
  "concentric-arcs": {
    en: ["Arcs", "Three groups of arcs in rust, green and ochre", "circles rainbow retro warm shapes"],
    nl: ["Bogen", "Drie groepen bogen in roest, groen en oker", "cirkels regenboog retro warm vormen"],
  },
  confetti: {
    en: [
      "Confetti",
      "Coloured confetti around an empty middle",
      "party celebration thanks frame birthday success",
    ],
    nl: [
      "Confetti",
      "Gekleurde confetti rond een leeg midden",
      "feest viering bedankt kader verjaardag succes",
    ],
  },
  "contour-lines": {
    en: [
      "Contour lines",
      "Contour lines of two hills on a dark ground",
      "map topography mountain terrain lines calm",
    ],
    nl: [
      "Hoogtelijnen",
      "Hoogtelijnen van twee heuvels op een donkere achtergrond",
      "kaart topografie berg terrein lijnen rust",
    ],
  },
  cubes: {
    en: ["Cubes", "Stacked blue cubes, a few of them orange", "blocks pattern isometric structure building"],
    nl: [
      "Kubussen",
      "Gestapelde blauwe kubussen, enkele oranje",
      "blokken patroon isometrisch structuur bouwen",
    ],
  },
  "folded-paper": {
    en: ["Folded paper", "Folds of white paper in soft light", "calm light origami minimal white"],
    nl: ["Gevouwen papier", "Vouwen van wit papier in zacht licht", "rust licht origami minimaal wit"],
  },
  halftone: {
    en: ["Halftone", "Red dots that grow towards one corner", "print dots poster pop pattern"],
    nl: ["Raster", "Rode stippen die naar één hoek toe groter worden", "druk stippen poster pop patroon"],
  },
  hexagons: {
    en: [
      "Hexagons",
      "Dark hexagons, some of them blue and two yellow",
      "honeycomb technology pattern tiles structure",
    ],
    nl: [
      "Zeshoeken",
      "Donkere zeshoeken, enkele blauw en twee geel",
      "honingraat technologie patroon tegels structuur",
    ],
  },
  "low-poly": {
    en: ["Facets", "Facets from pale to deep blue-green", "triangles crystal gradient low poly sea"],
    nl: ["Facetten", "Facetten van licht naar diep blauwgroen", "driehoeken kristal verloop zee"],
  },
  "paper-cut": {
    en: ["Paper layers", "Layers of cut paper from dark to pale blue", "waves depth water curves calm"],
    nl: [
      "Lagen papier",
      "Lagen uitgesneden papier van donker- naar lichtblauw",
      "golven diepte water rondingen rust",
    ],
  },
  ribbons: {
    en: [
      "Ribbons",
      "Five ribbons from violet to gold wave side by side",
      "waves stripes flow curve celebration",
    ],
    nl: [
      "Linten",
      "Vijf linten van paars tot goud golven naast elkaar",
      "golven strepen stroom bocht viering",
    ],
  },
  "scallop-waves": {
    en: [
      "Scalloped waves",
      "Rows of round waves from pale to deep green-blue",
      "sea water pattern japanese scales",
    ],
    nl: [
      "Schelpgolven",
      "Rijen ronde golven van licht naar diep groenblauw",
      "zee water patroon japans schubben",
    ],
  },
  "soft-dawn": {
    en: [
      "Soft morning colours",
      "A soft blend of pink, yellow, violet and blue",
      "gradient background light pastel calm blur",
    ],
    nl: [
      "Zachte ochtendkleuren",
      "Een zachte overgang van roze, geel, paars en blauw",
      "verloop achtergrond licht pastel rust",
    ],
  },
  "soft-night": {
    en: [
      "Soft night colours",
      "A soft blend of dark blue, green, violet and red",
      "gradient background dark stage blur",
    ],
    nl: [
      "Zachte nachtkleuren",
      "Een zachte overgang van donkerblauw, groen, paars en rood",
      "verloop achtergrond donker podium",
    ],
  },
  "sunflower-spiral": {
    en: [
      "Sunflower spiral",
      "Dots in the spirals of a sunflower, from gold to pink",
      "mathematics pattern nature growth order",
    ],
    nl: [
      "Zonnebloemspiraal",
      "Stippen in de spiralen van een zonnebloem, van goud naar roze",
      "wiskunde patroon natuur groei orde",
    ],
  },
  terrazzo: {
    en: ["Terrazzo", "Chips of coloured stone in a pale floor", "pattern stone warm material design"],
    nl: ["Terrazzo", "Stukjes gekleurde steen in een lichte vloer", "patroon steen warm materiaal ontwerp"],
  },
  truchet: {
    en: ["Winding lines", "Golden lines wind over dark blue tiles", "truchet pattern maze tiles curves"],
    nl: [
      "Slingerende lijnen",
      "Gouden lijnen slingeren over donkerblauwe tegels",
      "truchet patroon doolhof tegels bochten",
    ],
  },
};
