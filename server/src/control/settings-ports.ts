/** Small named values that outlive a restart. */
export interface SettingsStore {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /** Sets it unless it is set. Answers whether it was not. */
  add(name: string, value: string): Promise<boolean>;
  /** Answers whether the value was the expected one. */
  replace(name: string, expected: string, value: string): Promise<boolean>;
}
