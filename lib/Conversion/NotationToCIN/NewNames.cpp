//===- NewNames.cpp - Names that schedules give -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a name was invented is guessed from how it is spelled
// (docs/decisions/schedules.md): to note it would be an attribute that every
// transformation had to keep.
//
//===----------------------------------------------------------------------===//

#include "NewNames.h"

#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using notation::Command;
using notation::ScheduleStep;

size_t weft::getNumForalls(const ScheduleStep &step) {
  switch (step.command) {
  case Command::Factor:
  case Command::Precompute:
  case Command::Reorder:
    return step.variables.size();
  case Command::Fuse:
    return 2;
  default:
    return 1;
  }
}

/// The names of all variables and workspaces.
static llvm::StringSet<> getNames(func::FuncOp function) {
  llvm::StringSet<> names;
  function.walk([&](Operation *op) {
    for (StringAttr name : cin::getIndexNames(op))
      names.insert(name.getValue());
    if (auto where = dyn_cast<cin::WhereOp>(op))
      names.insert(where.getName());
  });
  return names;
}

/// Whether a variable is called as those are that the text has not: as another
/// one with a number behind it, `j1` or `j_2`, or as those without a name.
static bool isInvented(StringRef name, const llvm::StringSet<> &names) {
  StringRef stem = name.rtrim("0123456789");
  if (stem.size() == name.size())
    return false;
  StringRef base = stem.ends_with("_") ? stem.drop_back() : stem;
  // Parts of parts have two digits: `i11` is one of `i1`, or of `i`.
  return base == "i" || names.contains(base) ||
         names.contains(name.drop_back());
}

void NewNames::makeRoom(RewriterBase &rewriter, func::FuncOp function,
                        const ScheduleStep &step,
                        llvm::function_ref<bool(cin::KernelOp)> isHidden) {
  SmallVector<StringRef> added;
  for (const notation::Name &name :
       ArrayRef(step.variables).drop_front(getNumForalls(step)))
    added.push_back(name.text);
  for (const notation::Name &name : step.producers)
    added.push_back(name.text);
  auto use = [&](ArrayRef<notation::Name> given) {
    for (const notation::Name &name : given)
      used.insert(name.text);
  };
  use(ArrayRef(step.variables).take_front(getNumForalls(step)));
  llvm::StringSet<> names = getNames(function);
  llvm::StringSet<> renamed;
  for (StringRef name : added)
    if (!used.contains(name) && isInvented(name, names))
      renamed.insert(name);
  bool renamesWorkspace =
      step.workspace && !used.contains(step.workspace->text);
  auto rename = [&](StringAttr name) {
    std::string fresh = name.str();
    for (unsigned number = 1; !names.insert(fresh).second; ++number)
      fresh = (name.getValue() + "_" + Twine(number)).str();
    return rewriter.getStringAttr(fresh);
  };
  for (StringRef name : added)
    names.insert(name);
  function.walk([&](cin::KernelOp kernel) {
    if (isHidden(kernel))
      return;
    kernel.walk([&](cin::WhereOp where) {
      if (renamesWorkspace && where.getName() == step.workspace->text)
        rewriter.modifyOpInPlace(
            where, [&] { where.setNameAttr(rename(where.getNameAttr())); });
    });
    // A loop of a copy may be called as one of another kernel is.
    llvm::StringMap<StringAttr> here;
    cin::renameVariables(rewriter, kernel, [&](StringAttr name) {
      if (!renamed.contains(name.getValue()))
        return name;
      StringAttr &fresh = here[name.getValue()];
      if (!fresh)
        fresh = rename(name);
      return fresh;
    });
  });

  use(step.variables);
  use(step.producers);
  if (step.workspace)
    used.insert(step.workspace->text);
}
