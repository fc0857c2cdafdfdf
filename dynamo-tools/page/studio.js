// What only a studio has: items of live tables.

export async function api() { throw new Error("there is no studio"); }
export function data() { return []; }
export function drift() { return []; }
export function form() { return null; }
