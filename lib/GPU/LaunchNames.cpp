//===- LaunchNames.cpp - Names of kernels -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes names of kernels from the locations of induction variables.
//
//===----------------------------------------------------------------------===//

#include "LaunchNames.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// What a location names a value; empty if it does not.
static std::string getName(Location location) {
  auto name = dyn_cast<NameLoc>(location);
  return name ? name.getName().str() : std::string();
}

/// The variable of a loop. One over positions has that of the coordinates that
/// it loads there.
static std::string findName(scf::ForOp loop) {
  std::string name = getName(loop.getInductionVar().getLoc());
  for (Operation *user : loop.getInductionVar().getUsers()) {
    auto load = dyn_cast<memref::LoadOp>(user);
    TensorArrayAttr array =
        load ? getArrayInfo(load.getMemRef()) : TensorArrayAttr();
    if (name.empty() && array && array.getKind() == ArrayKind::Coordinates)
      name = getName(load.getLoc());
  }
  return name;
}

std::string weft::gpu::getVariableName(scf::ForOp loop) {
  std::string name = findName(loop);
  for (char &character : name)
    if (!llvm::isAlnum(character))
      character = '_';
  return name;
}

std::string LaunchNames::get(scf::ForOp loop) {
  llvm::SmallSetVector<StringRef, 4> variables;
  std::vector<std::string> names;
  loop->walk<WalkOrder::PreOrder>([&](scf::ForOp inner) {
    if (getGPUUnit(inner))
      names.push_back(getVariableName(inner));
  });
  for (StringRef name : names)
    if (!name.empty())
      variables.insert(name);
  std::string base = (function.getName() + "_").str();
  base += variables.empty() ? "kernel" : llvm::join(variables, "_");
  std::string name = base;
  for (unsigned number = 2; !taken.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  return name;
}
