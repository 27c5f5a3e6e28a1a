/** An operation's rules for forms, whose fields are all text on the wire. */
export interface FormRules {
  /** Fields that hold files, with how many at most; of more than one each may have `[]` behind its name. */
  readonly files: ReadonlyMap<string, number>;
  /** Fields whose text is a whole number. */
  readonly integers: ReadonlySet<string>;
  /** Fields whose text is `true` or `false`. */
  readonly flags: ReadonlySet<string>;
}
