//===- PartitionFunctions.cpp - Functions of partitions ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outlines partitions of loops.
//
//===----------------------------------------------------------------------===//

#include "PartitionFunctions.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace weft;

SymbolTable *weft::getTableOfPartitions(Operation *loop,
                                        SymbolTableCollection &tables) {
  Operation *table = SymbolTable::getNearestSymbolTable(loop);
  auto function = loop->getParentOfType<func::FuncOp>();
  if (table && function && function->getParentOp() == table)
    return &tables.getSymbolTable(table);
  loop->emitError("cannot run a loop in parallel outside of a 'func.func' in a "
                  "module");
  return nullptr;
}

SmallVector<Value> weft::getCaptured(Region &region) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(region, used);
  return llvm::filter_to_vector(used.getArrayRef(), [](Value value) {
    return !matchPattern(value, m_Constant());
  });
}

func::FuncOp weft::createPartition(Operation *loop, Region &region,
                                   ArrayRef<Value> captured,
                                   unsigned numIndices, SymbolTable &symbols) {
  OpBuilder b(loop->getContext());
  auto kernel = loop->getParentOfType<func::FuncOp>();
  SmallVector<Type> types(ValueRange(captured).getTypes());
  types.append(numIndices, b.getIndexType());
  auto partition = func::FuncOp::create(loop->getLoc(),
                                        (kernel.getName() + "_partition").str(),
                                        b.getFunctionType(types, {}));
  partition.setPrivate();
  partition->setAttr(kPartitionAttr, b.getUnitAttr());
  symbols.insert(partition, Block::iterator(kernel));

  Block *body = partition.addEntryBlock();
  b.setInsertionPointToStart(body);
  for (auto [value, argument] : llvm::zip(captured, body->getArguments()))
    replaceAllUsesInRegionWith(value, argument, region);
  llvm::SetVector<Value> constants;
  getUsedValuesDefinedAbove(region, constants);
  for (Value constant : constants)
    if (constant.getParentRegion() != &partition.getBody())
      replaceAllUsesInRegionWith(
          constant, b.clone(*constant.getDefiningOp())->getResult(0), region);
  return partition;
}
