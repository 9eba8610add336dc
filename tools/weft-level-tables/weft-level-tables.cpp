//===- weft-level-tables.cpp - The tables of level types --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints docs/Dialects/LevelFunctions.md: tables 2-11 to 2-14 of the thesis,
// asked of the level types and their emitters. A level type that is added to
// the dialect appears in it.
//
//===----------------------------------------------------------------------===//

#include "LevelFunctions.h"

#include "weft/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

static constexpr llvm::StringLiteral kIntroduction =
    R"md(# Level types and their functions

This page is printed by `weft-level-tables`, which asks the level types of the
[`level`](Level.md) dialect and their emitters; a test compares. To renew it:
`build/bin/weft-level-tables > docs/Dialects/LevelFunctions.md`.

## Properties

Thesis, table 2-11. `chosen` is a property that a level has or has not, as the
format says.

)md";

static constexpr llvm::StringLiteral kCapabilities = R"md(
The thesis lets a format choose more:

- dense, range and offset levels *ordered* and *unique*: here they are, since their
  coordinates are computed in order and once each, and are stored nowhere that could hold
  them in another way;
- compressed, singleton and hashed levels *full*: here they are not, since whether all
  coordinates are stored is a property of a tensor, and loops would be right for some
  tensors only; a level that is full is a dense or a permuted one;
- hashed levels *unique*: here they are, since a table finds a coordinate again when it is
  inserted.

An offset level is *compact* here and not there: it has one coordinate for each position
of the level above. Positions without one are those of the range level above it, which is
not compact.

## Capabilities

Thesis, table 2-12, and the arrays that store a level.

)md";

static constexpr llvm::StringLiteral kMoreCapabilities = R"md(
Range and offset levels have neither *locate* nor an assembly there. Here a coordinate is
compared with the bounds or the offset of its diagonal, so that diagonals take part in
loops over other operands, and the diagonals of a result are numbered first and inserted
into afterwards
([slots](../decisions/slots.md)).
*Recover* is not in the table of the thesis: it finds the position of the parent of a
position, for loops over positions and over several levels at once.
)md";

static constexpr llvm::StringLiteral kFunctions = R"md(
## Level functions

Thesis, tables 2-13 and 2-14: what the functions of each level type become,
after folding. A function that is not listed is not there. `M` and `N` are the
sizes of the modes `i` and `j`, `p` is a position of the level above or, where
coordinates are read, of the level, and a range of parents goes from `pbegin` up to,
but not including, `pend`. A level under assembly consists of its arrays and of how
much of them is `used`; the values go with the last level, and so does what is above
it, with a `'` behind its name. What is computed when a tensor is opened is called
`opened`. `new(n)` is an array of `n` elements, and `a[:n]` one that is cut. Integers
are converted between their widths where that is needed.

They differ from the thesis in what follows from one assembly for all level types.
`append_init` and `insert_init` are `init`, and the finalizing functions are `finalize`,
for all levels and the values together; what cannot be numbered or stored stops a kernel
(`weft_rt_fail`). The `size` of a level is in `init` and `reserve`. `count`, `scan`, `begin`
and `place` are the assembly in two phases, `search` and `parent_of` what binary search and `recover` take.
The tables of a hashed level grow one by one: a segment is the range `pos[2 * p]` to
`pos[2 * p + 1]`, where the thesis has one width for all, and coordinates are multiplied
before they are reduced to a slot
([assembly](../decisions/assembly.md)).
)md";

int main() {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  registry.insert<func::FuncDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::vector<weft::LevelTypeEntry> types = weft::getLevelTypes(context);
  if (types.empty())
    return 1;
  llvm::raw_ostream &os = llvm::outs();
  os << kIntroduction;
  weft::printProperties(types, os);
  os << kCapabilities;
  weft::printCapabilities(types, os);
  os << kMoreCapabilities;
  os << kFunctions;
  for (const weft::LevelTypeEntry &type : types) {
    os << "\n### " << type.name << "\n\n";
    if (failed(weft::printLevelFunctions(type, context, os)))
      return 1;
  }
  return 0;
}
