/** An item that can be in one {@link LiveList}. */
export interface Listed {
  /** Its place; -1 while it is in none. Only the list writes it. */
  slot: number;
}

/**
 * Members that are alive right now, where thousands come and go each second. A `Set` or `Map` would do, but their outgrown tables form a chain
 * in the old generation that keeps their last members, and with them everything that belongs to a call: measured, that was a quarter of all
 * processor time. Here a removed member leaves nothing behind, and the array keeps its largest size, so that no outgrown copy of it remains
 * either.
 */
export class LiveList<Member extends Listed> {
  readonly #members: (Member | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(member: Member): void {
    member.slot = this.#size;
    this.#members[this.#size] = member;
    this.#size += 1;
  }

  /** Without effect on a member that is not listed. */
  delete(member: Member): void {
    const { slot } = member;
    if (slot < 0) return;
    member.slot = -1;
    this.#size -= 1;
    const last = this.#members[this.#size];
    this.#members[this.#size] = undefined;
    if (last === undefined || last === member) return;
    this.#members[slot] = last;
    last.slot = slot;
  }

  clear(): void {
    for (const member of this.snapshot()) this.delete(member);
  }

  /** A copy: members may come and go while it is walked. */
  snapshot(): Member[] {
    return this.#members.slice(0, this.#size).filter((member) => member !== undefined);
  }

  /** The member at a place below `size`; for walks that cannot afford a copy. */
  at(slot: number): Member | undefined {
    return this.#members[slot];
  }
}
