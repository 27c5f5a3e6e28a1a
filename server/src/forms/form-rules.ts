/** An operation's rules for forms, in which all fields are sent as text. */
export interface FormRules {
  /** Fields that contain files, with their maximum number. If it is more than one, the field names may end in `[]`. */
  readonly files: ReadonlyMap<string, number>;
  /** Fields whose text is an integer. */
  readonly integers: ReadonlySet<string>;
  /** Fields whose text is `true` or `false`. */
  readonly flags: ReadonlySet<string>;
}
