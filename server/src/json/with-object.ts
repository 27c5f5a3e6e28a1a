import { findMembers } from './members.ts';

/** Changes a member of an object that is an object itself. */
export function withObject(text: string, name: string, change: (object: string) => string): string {
  const member = findMembers(text).find((found) => found.name === name);
  if (member === undefined) return text;
  return text.slice(0, member.valueStart) + change(text.slice(member.valueStart, member.valueEnd)) + text.slice(member.valueEnd);
}
