/** Small named values that persist across restarts. */
export interface SettingsStore {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /** Sets the value unless it is already set. Returns whether it was set now. */
  add(name: string, value: string): Promise<boolean>;
  /** Returns whether the value was the expected one. */
  replace(name: string, expected: string, value: string): Promise<boolean>;
}
