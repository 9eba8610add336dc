//===- RegisterAll.cpp - Everything of Weft in a registry -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers all dialects and external models of Weft.
//
//===----------------------------------------------------------------------===//

#include "weft/RegisterAll.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"
#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/CIN/TransformOps/CINTransformOps.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"
#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Level/SparseTensor/Formats.h"
#include "weft/Dialect/Pattern/IR/Pattern.h"
#include "weft/Dialect/Pattern/TransformOps/PatternTransformOps.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/Weft/IR/Weft.h"

void weft::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<algebra::AlgebraDialect, cin::CINDialect,
                  lattice::LatticeDialect, level::LevelDialect,
                  pattern::PatternDialect, tin::TINDialect, WeftDialect>();
  cin::registerTransformDialectExtension(registry);
  pattern::registerTransformDialectExtension(registry);
  registerOperatorAlgebraModels(registry);
  registerLevelEmitters(registry);
  level::registerSparseTensorFormats(registry);
}
