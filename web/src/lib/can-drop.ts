/**
 * Whether files can be dropped here: a touch screen alone has nothing to drag them with. Where nothing is known of the
 * device, they can.
 */
export const canDrop = typeof matchMedia !== "function" || matchMedia("(any-pointer: fine)").matches;
