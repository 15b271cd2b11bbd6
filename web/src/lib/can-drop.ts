/** Whether files can be dropped here: a touch screen alone has nothing to drag them with. */
export const canDrop = matchMedia("(any-pointer: fine)").matches;
