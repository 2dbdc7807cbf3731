/**
 * The arguments of a message in ICU MessageFormat, derived from its text: `{count, plural, …}` and `{count, number}` take
 * a number, every other argument takes text.
 */
export type ArgumentsOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Argument<Head<Rest>> & ArgumentsOf<Rest>
  : unknown;

/** The text after an opening brace up to the first closing one. */
type Head<Rest extends string> = Rest extends `${infer Inner}}${string}` ? Inner : never;

type Argument<Inner extends string> = Inner extends `${infer Name}, ${infer Format}`
  ? Named<Name, Format extends `${'plural' | 'number'}${string}` ? number : string>
  : Named<Inner, string>;

/** Nothing for the text of an option, which has a space or a sign. */
type Named<Name extends string, Value> = Name extends `${string}${' ' | '#' | '{'}${string}`
  ? unknown
  : { readonly [Key in Name]: Value };
