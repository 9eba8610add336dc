//===- Positions.cpp - Positions in functions -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Substitution in regions, and names of new positions.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

static void substituteInBlock(Block &block, StringRef position,
                              const Nat &value) {
  for (BlockArgument argument : block.getArguments())
    argument.setType(substitute(argument.getType(), position, value));
  for (Operation &op : block) {
    for (Value result : op.getResults())
      result.setType(substitute(result.getType(), position, value));
    for (NamedAttribute attribute : op.getAttrs()) {
      auto nat = dyn_cast<NatAttr>(attribute.getValue());
      if (!nat)
        continue;
      Nat changed = simplifySums(nat.getValue().substitute(position, value));
      op.setAttr(attribute.getName(), NatAttr::get(op.getContext(), changed));
    }
    for (Region &region : op.getRegions())
      substituteIn(region, position, value);
  }
}

void pattern::substituteIn(Region &region, StringRef position,
                           const Nat &value) {
  for (Block &block : region)
    substituteInBlock(block, position, value);
}

std::string pattern::chooseName(Operation *op, StringRef wanted) {
  auto program = op->getParentOfType<ProgramOp>();
  llvm::StringSet<> taken;
  for (ArrayAttr names : {program.getNats(), program.getParams()})
    for (StringAttr name : names.getAsRange<StringAttr>())
      taken.insert(name.getValue());
  program.walk([&](Operation *inner) {
    if (auto position = inner->getAttrOfType<StringAttr>("position"))
      taken.insert(position.getValue());
  });
  for (unsigned number = 0;; ++number) {
    std::string name = wanted.str() + (number ? std::to_string(number) : "");
    if (!taken.contains(name))
      return name;
  }
}
