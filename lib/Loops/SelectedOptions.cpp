//===- SelectedOptions.cpp - Lowering options that a pass applies ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelectedOptions.h"

using namespace mlir;
using namespace weft;

LogicalResult SelectedOptions::initialize(MLIRContext *context,
                                          ArrayRef<std::string> only,
                                          ArrayRef<LoweringOption> own) {
  Location loc = UnknownLoc::get(context);
  values.clear();
  if (only.empty())
    for (LoweringOption option : own)
      values[static_cast<unsigned>(option)];
  for (StringRef entry : only) {
    auto [name, value] = entry.split('=');
    const LoweringOptionInfo *info = findLoweringOption(name);
    if (!info || !llvm::is_contained(own, info->option))
      return emitError(loc, "the pass has no lowering option '") << name << "'";
    if (!value.empty() && !info->hasKeyword(value))
      return emitError(loc, "expected '")
             << name << "' to have " << describeLoweringValues(*info)
             << ", got '" << value << "'";
    values[static_cast<unsigned>(info->option)] = value.str();
  }
  return success();
}

bool SelectedOptions::isChosen(Operation *op, LoweringOption option) const {
  return contains(option) && weft::isChosen(op, option);
}

StringRef SelectedOptions::getKeyword(Operation *op, LoweringOption option,
                                      StringRef byDefault) const {
  auto value = values.find(static_cast<unsigned>(option));
  if (value == values.end())
    return {};
  return getChosenKeyword(
      op, option, value->second.empty() ? byDefault : StringRef(value->second));
}
