//===- ArrayNames.cpp - Names of allocated arrays -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ArrayNames.h"

#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace weft;

using NamedLoc = FusedLocWith<ArrayNameAttr>;

LogicalResult
ArrayNameAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                      StringAttr tensor, StringAttr role) {
  if (!tensor && !role)
    return emitError() << "expected a tensor or a role";
  if ((tensor && tensor.empty()) || (role && role.empty()))
    return emitError() << "expected names that are not empty";
  return success();
}

Location weft::setArrayName(Location loc, StringRef tensor, const Twine &role) {
  MLIRContext *context = loc.getContext();
  if (auto named = dyn_cast<NamedLoc>(loc))
    loc = named.getLocations().front();
  std::string roleText = role.str();
  if (tensor.empty() && roleText.empty())
    return loc;
  auto getText = [&](StringRef text) {
    return text.empty() ? StringAttr() : StringAttr::get(context, text);
  };
  return FusedLoc::get(
      {loc}, ArrayNameAttr::get(context, getText(tensor), getText(roleText)),
      context);
}

void weft::setArrayRole(Operation *alloc, const Twine &role) {
  ArrayNameAttr name = getArrayName(alloc->getLoc());
  StringRef tensor =
      name && name.getTensor() ? name.getTensor().getValue() : StringRef();
  alloc->setLoc(setArrayName(alloc->getLoc(), tensor, role));
}

ArrayNameAttr weft::getArrayName(Location loc) {
  auto named = loc->findInstanceOf<NamedLoc>();
  return named ? named.getMetadata() : ArrayNameAttr();
}

std::string weft::describe(ArrayNameAttr name) {
  std::string text =
      name.getRole() ? ("the " + name.getRole().getValue()).str() : "an array";
  if (name.getTensor())
    text += (" of '" + name.getTensor().getValue() + "'").str();
  return text;
}
