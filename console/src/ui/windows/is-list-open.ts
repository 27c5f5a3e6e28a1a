const open = '[role=combobox][aria-expanded=true], .ant-select-open, .ant-dropdown-open, :popover-open';

/** Whether a list, menu or popup of a control is open, which Esc closes first. */
export function isListOpen(place: ParentNode | null): boolean {
  return place !== null && place.querySelector(open) !== null;
}
