// Spells codes with the NATO alphabet.

const WORDS =
  "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu".split(
    " ",
  );

/** "KTRW" is "Kilo, Tango, Romeo, Whiskey". */
export function spellOut(code: string): string {
  return [...code.toUpperCase()].map((letter) => WORDS[letter.charCodeAt(0) - 65] ?? letter).join(", ");
}
