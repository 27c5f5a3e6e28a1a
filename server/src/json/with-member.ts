import { findMembers } from './members.ts';
import { memberEdits, spliceText } from './splice.ts';

/**
 * Sets or adds a member of an object.
 * @param text JSON of the object.
 * @param json the new value, as JSON.
 */
export function withMember(text: string, name: string, json: string): string {
  const members = findMembers(text);
  if (members.some((member) => member.name === name))
    return spliceText(
      text,
      memberEdits(members, (member) => (member.name === name ? json : undefined)),
    );
  return `{"${name}":${json}${members.length === 0 ? '' : ','}${text.slice(text.indexOf('{') + 1)}`;
}
