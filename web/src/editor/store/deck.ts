// The deck that the editor works on: types of the API under the names that the editor uses.

export type {
  Content,
  DeckEdit,
  Edit,
  InsertEdit,
  JsonValue as Value,
  MoveEdit,
  Deck,
  RemoveEdit,
  SetEdit,
  Slide,
  SlideTexts,
  SlideValue,
  SlideVisibility,
  Translation,
} from "../../lib/api-types";
