/** An item that can be in one {@link LiveList}. */
export interface Listed {
  /** Position in the list; -1 while it is in none. Written only by the list. */
  slot: number;
}

/**
 * Members that are currently alive, where thousands come and go each second. The outgrown tables of a `Set` or `Map` form a chain in the
 * old generation. That chain keeps their last members, and with them everything that belongs to a call: measured, it was a quarter of all
 * processor time. Here a removed member leaves nothing behind. The array keeps its largest size, so no outgrown copy of it remains either.
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

  /** Has no effect on a member that is not in the list. */
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

  /** A copy, because members may be added and removed during the iteration. */
  snapshot(): Member[] {
    return this.#members.slice(0, this.#size).filter((member) => member !== undefined);
  }

  /** The member at a position below `size`, for iterations that cannot afford a copy. */
  at(slot: number): Member | undefined {
    return this.#members[slot];
  }
}
