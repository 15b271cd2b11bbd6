-- Prints the size of box 0 and the place of each glyph and rule in it, in ems of 10 points.

local glyph_id = node.id("glyph")
local rule_id = node.id("rule")
local kern_id = node.id("kern")
local glue_id = node.id("glue")
local math_id = node.id("math")
local margin_kern_id = node.id("margin_kern")
local hlist_id = node.id("hlist")
local vlist_id = node.id("vlist")
local em = 10 * 65536

local function glue_width(item, parent)
    local width = item.width
    if parent.glue_sign == 1 and item.stretch_order == parent.glue_order then
        width = width + item.stretch * parent.glue_set
    elseif parent.glue_sign == 2 and item.shrink_order == parent.glue_order then
        width = width - item.shrink * parent.glue_set
    end
    return width
end

local out

local function say(...)
    out:write(string.format(...), "\n")
end

local walk

-- The glyphs of a horizontal list whose reference point is at x and y; y points down.
local function across(list, x, y)
    for item in node.traverse(list.head) do
        if item.id == glyph_id then
            local set = font.getfont(item.font)
            local character = set.characters[item.char]
            local index = character and character.index or 0
            say("glyph %d %.5f %.5f %.4f", index, (x + item.xoffset) / em, (y - item.yoffset) / em, set.size / em)
            x = x + item.width
        elseif item.id == rule_id then
            local height = item.height > -1073741824 and item.height or list.height
            local depth = item.depth > -1073741824 and item.depth or list.depth
            if item.width > 0 and height + depth > 0 then
                say("rule %.5f %.5f %.5f %.5f", x / em, (y - height) / em, item.width / em, (height + depth) / em)
            end
            x = x + item.width
        elseif item.id == hlist_id or item.id == vlist_id then
            walk(item, x, y + item.shift)
            x = x + item.width
        elseif item.id == kern_id or item.id == margin_kern_id then
            x = x + item.kern
        elseif item.id == glue_id then
            x = x + glue_width(item, list)
        elseif item.id == math_id then
            x = x + (item.surround or 0)
        end
    end
end

-- The parts of a vertical list whose reference point is at x and y.
local function down(list, x, y)
    y = y - list.height
    for item in node.traverse(list.head) do
        if item.id == hlist_id or item.id == vlist_id then
            y = y + item.height
            walk(item, x + item.shift, y)
            y = y + item.depth
        elseif item.id == rule_id then
            local width = item.width > -1073741824 and item.width or list.width
            local height = item.height + item.depth
            if width > 0 and height > 0 then
                say("rule %.5f %.5f %.5f %.5f", x / em, y / em, width / em, height / em)
            end
            y = y + height
        elseif item.id == kern_id then
            y = y + item.kern
        elseif item.id == glue_id then
            y = y + glue_width(item, list)
        end
    end
end

walk = function(list, x, y)
    if list.id == hlist_id then
        across(list, x, y)
    else
        down(list, x, y)
    end
end

function measure(name)
    out = out or io.open(tex.jobname .. ".txt", "w")
    local box = tex.box[0]
    say("formula %s %.5f %.5f %.5f", name, box.width / em, box.height / em, box.depth / em)
    walk(box, 0, 0)
    out:flush()
end
