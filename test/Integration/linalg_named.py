# ===- linalg_named.py - Random named operations of linalg -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws operations of `linalg` that have names: products, convolutions, pooling,
permutations, broadcasts, reductions and elementwise ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linalg_scalars import COMPLEX, FLOATS, INTEGERS, kind_of

if TYPE_CHECKING:
    from linalg_generate import Generator

EXTENTS = (0, 1, *(2, 3, 4, 5) * 3)
NUMBERS = FLOATS * 2 + INTEGERS + COMPLEX
REALS = FLOATS * 2 + INTEGERS

# The subscripts of each operand and of the result.
PRODUCTS = {
    "matmul": ("mk", "kn", "mn"),
    "matvec": ("mk", "k", "m"),
    "vecmat": ("k", "kn", "n"),
    "dot": ("k", "k", ""),
    "batch_matmul": ("bmk", "bkn", "bmn"),
    "batch_matvec": ("bmk", "bk", "bm"),
    "batch_vecmat": ("bk", "bkn", "bn"),
    "batch_reduce_matmul": ("bmk", "bkn", "mn"),
}
ELEMENTWISE = ("add", "sub", "mul", "max", "min")
UNARY = {"f": ("abs", "negf", "ceil", "floor", "square"), "i": ()}


def emit(
    generator: Generator,
    head: str,
    inputs: list[str],
    result_shape: tuple[int, ...],
    element: str,
    tail: str = "",
    read: str = "any",
) -> None:
    """Emits an operation with a result; `tail` is what follows its operands."""
    stored = generator.random.choice((0, 0.7))
    result = generator.tensor("r", result_shape, element, stored, True)
    init = generator.initial(result, read)
    values = ", ".join(f"%{x}" for x in inputs)
    types = ", ".join(f"{{type:{x}}}" for x in inputs)
    text = f"  %{result.name} = {head} ins({values} : {types})"
    text += f" outs(%{init} : {{type:{init}}}){tail}"
    if not tail or tail.endswith("->"):
        text += ("" if tail else " ->") + f" {{type:{result.name}}}"
    generator.case.lines.append(text)
    generator.case.results.append(result.name)


def draw_product(generator: Generator) -> None:
    choose = generator.random
    name = choose.choice(list(PRODUCTS))
    sizes = {x: choose.choice(EXTENTS) for x in "mnkb"}
    element = choose.choice(NUMBERS)
    shapes = [tuple(sizes[x] for x in modes) for modes in PRODUCTS[name]]
    inputs = [generator.operand(shape, element).name for shape in shapes[:2]]
    emit(generator, f"linalg.{name}", inputs, shapes[2], element)


def draw_contraction(generator: Generator) -> None:
    """Any sum of products, with the subscripts of PRODUCTS in any order."""
    choose = generator.random
    shuffled = [
        "".join(choose.sample(modes, len(modes)))
        for modes in PRODUCTS[choose.choice(list(PRODUCTS))]
    ]
    letters = sorted(set("".join(shuffled)))
    sizes = {x: choose.choice(EXTENTS) for x in letters}
    element = choose.choice(NUMBERS)
    shapes = [tuple(sizes[x] for x in modes) for modes in shuffled]
    dims = ", ".join(letters)
    maps = ", ".join(
        f"affine_map<({dims}) -> ({', '.join(modes)})>" for modes in shuffled
    )
    inputs = [generator.operand(shape, element).name for shape in shapes[:2]]
    head = f"linalg.contract indexing_maps = [{maps}]"
    emit(generator, head, inputs, shapes[2], element)


def draw_elementwise_kind(generator: Generator) -> None:
    choose = generator.random
    name = choose.choice(("add", "sub", "mul", "max_signed", "min_signed"))
    element = choose.choice(FLOATS)
    shape = generator.shape(choose.choice((1, 2, 2, 3)))
    inputs = [generator.operand(shape, element).name for _ in range(2)]
    head = f"linalg.elementwise kind=#linalg.elementwise_kind<{name}>"
    emit(generator, head, inputs, shape, element, read="")


def draw_elementwise(generator: Generator) -> None:
    choose = generator.random
    name = choose.choice(ELEMENTWISE)
    element = choose.choice(REALS if name in ("max", "min") else NUMBERS)
    shape = generator.shape(choose.choice((1, 2, 2, 3)))
    inputs = [generator.operand(shape, element).name for _ in range(2)]
    emit(generator, f"linalg.{name}", inputs, shape, element, read="")


def draw_unary(generator: Generator) -> None:
    choose = generator.random
    name = choose.choice(UNARY["f"])
    element = choose.choice(FLOATS)
    shape = generator.shape(choose.choice((1, 2, 2, 3)))
    inputs = [generator.operand(shape, element).name]
    emit(generator, f"linalg.{name}", inputs, shape, element, read="")


def draw_transpose(generator: Generator) -> None:
    choose = generator.random
    generator.dynamic = choose.choice((0, 0, 1))
    rank = choose.choice((1, 2, 2, 3))
    order = list(range(rank))
    choose.shuffle(order)
    shape = generator.shape(rank)
    element = generator.element()
    source = generator.operand(shape, element)
    emit_bare(
        generator,
        "linalg.transpose",
        source.name,
        tuple(shape[x] for x in order),
        element,
        f" permutation = {order}",
    )


def emit_bare(
    generator: Generator,
    head: str,
    source: str,
    shape: tuple[int, ...],
    element: str,
    tail: str,
) -> None:
    """Emits an operation that overwrites its result."""
    stored = generator.random.choice((0, 0.7))
    result = generator.tensor("r", shape, element, stored, True)
    init = generator.initial(result, "")
    generator.case.lines.append(
        f"  %{result.name} = {head} ins(%{source} : {{type:{source}}}) "
        f"outs(%{init} : {{type:{init}}}){tail}"
    )
    generator.case.results.append(result.name)


def draw_broadcast(generator: Generator) -> None:
    choose = generator.random
    generator.dynamic = choose.choice((0, 0, 1))
    rank = choose.choice((1, 2, 3))
    shape = generator.shape(rank)
    added = sorted(choose.sample(range(rank), choose.randint(1, rank)))
    kept = tuple(shape[x] for x in range(rank) if x not in added)
    element = generator.element()
    source = generator.operand(kept, element)
    emit_bare(
        generator,
        "linalg.broadcast",
        source.name,
        shape,
        element,
        f" dimensions = {added}",
    )


def draw_reduce(generator: Generator) -> None:
    choose = generator.random
    generator.dynamic = choose.choice((0, 0, 1))
    rank = choose.choice((1, 2, 2, 3))
    shape = generator.shape(rank)
    gone = sorted(choose.sample(range(rank), choose.randint(1, rank)))
    kept = tuple(shape[x] for x in range(rank) if x not in gone)
    element = choose.choice(REALS)
    names = {
        "i": ("addi", "muli", "maxsi", "minsi", "xori"),
        "f": ("addf", "maximumf", "minimumf"),
    }[kind_of(element)]
    source = generator.operand(shape, element)
    result = generator.tensor("r", kept, element, choose.choice((0, 0.7)), True)
    init = generator.initial(result, "any")
    generator.case.lines += [
        f"  %{result.name} = linalg.reduce {{ arith.{choose.choice(names)} }} "
        f"ins(%{source.name} : {{type:{source.name}}}) "
        f"outs(%{init} : {{type:{init}}}) dimensions = {gone}"
    ]
    generator.case.results.append(result.name)


def draw_map(generator: Generator) -> None:
    choose = generator.random
    generator.dynamic = choose.choice((0, 0, 1))
    shape = generator.shape(choose.choice((1, 2, 3)))
    element = choose.choice(FLOATS)
    inputs = [generator.operand(shape, element).name for _ in range(2)]
    result = generator.tensor(
        "r", shape, element, choose.choice((0, 0.7)), True
    )
    init = generator.initial(result, "")
    name = choose.choice(("addf", "mulf", "subf", "maximumf"))
    values = ", ".join(f"%{x}" for x in inputs)
    types = ", ".join(f"{{type:{x}}}" for x in inputs)
    generator.case.lines.append(
        f"  %{result.name} = linalg.map {{ arith.{name} }} "
        f"ins({values} : {types}) outs(%{init} : {{type:{init}}})"
    )
    generator.case.results.append(result.name)


# Convolutions and pooling by the modes of image, filter and result: a letter is
# a loop, and a capital one is windowed by the filter's mode of its letter.
WINDOWS = {
    "conv_1d": ("X", "x", "X"),
    "conv_2d": ("XY", "xy", "XY"),
    "conv_1d_nwc_wcf": ("nXc", "xcf", "nXf"),
    "conv_1d_ncw_fcw": ("ncX", "fcx", "nfX"),
    "conv_2d_nhwc_hwcf": ("nXYc", "xycf", "nXYf"),
    "conv_2d_nchw_fchw": ("ncXY", "fcxy", "nfXY"),
    "depthwise_conv_1d_nwc_wc": ("nXc", "xc", "nXc"),
    "depthwise_conv_2d_nhwc_hwc": ("nXYc", "xyc", "nXYc"),
    "pooling_nhwc_sum": ("nXYc", "xy", "nXYc"),
    "pooling_nhwc_max": ("nXYc", "xy", "nXYc"),
    "pooling_nhwc_min": ("nXYc", "xy", "nXYc"),
    "pooling_nwc_sum": ("nXc", "x", "nXc"),
    "pooling_nwc_max": ("nXc", "x", "nXc"),
}


def draw_window(generator: Generator) -> None:
    choose = generator.random
    name = choose.choice(list(WINDOWS))
    image, window, result = WINDOWS[name]
    spatial = sum(x.isupper() for x in image)
    strided = name not in ("conv_1d", "conv_2d")
    strides = [
        choose.choice((1, 1, 2)) if strided else 1 for _ in range(spatial)
    ]
    dilations = [
        choose.choice((1, 1, 2)) if strided else 1 for _ in range(spatial)
    ]
    sizes = {x: choose.choice((1, 2, 3)) for x in "ncfxyXY"}
    axes = [x for x in image if x.isupper()]
    for axis, stride, dilation in zip(axes, strides, dilations):
        reach = (sizes[axis] - 1) * stride + (
            sizes[axis.lower()] - 1
        ) * dilation
        sizes[f"{axis}in"] = reach + 1
    shape = tuple(sizes.get(f"{x}in", sizes[x]) for x in image)
    element = choose.choice(REALS)
    source = generator.operand(shape, element)
    stored = 0 if name.startswith("pooling") else 0.5
    filter_ = generator.operand(
        tuple(sizes[x] for x in window), element, stored
    )
    head = f"linalg.{name}"
    if strided:
        head += (
            f" {{dilations = dense<{dilations}> : tensor<{spatial}xi64>, "
            f"strides = dense<{strides}> : tensor<{spatial}xi64>}}"
        )
    shape = tuple(sizes[x] for x in result)
    emit(generator, head, [source.name, filter_.name], shape, element)


NAMED = (
    *(draw_product, draw_product, draw_product, draw_elementwise),
    *(draw_unary, draw_transpose, draw_broadcast, draw_reduce, draw_map),
    *(draw_window, draw_window, draw_contraction, draw_elementwise_kind),
)
