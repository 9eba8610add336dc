//===- PartitionEmitters.td - Emitters of what threads fill *- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Segments that are filled in any order of their parents, by the partitions of
// a parallel loop. The state of a level is that of AssemblyEmitters.td.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_PARTITIONEMITTERS_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_PARTITIONEMITTERS_TD

include "weft/Conversion/LevelToMemRef/EmitterInterface.td"

def ScatterPartitionsEmitterInterface : EmitterInterface<"ScatterPartitions"> {
  let description = [{
    Levels whose segments are filled by partitions in any order of their
    `parents` parents. Partitions are numbered in the order in which their
    children are in a segment.
  }];
  let methods = [
    LevelFunction<"Allocates the counts of each partition.",
      "void", "forkCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents,
           "::mlir::Value":$numPartitions)>,
    LevelFunction<"Begins to count in a partition: the state of the tensor becomes "
                  "that of the partition.",
      "void", "beginCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents)>,
    LevelFunction<"Keeps what a partition has counted, and frees what it has of its "
                  "own.",
      "void", "keepCounts",
      (ins "::mlir::ValueRange":$state, "::mlir::ValueRange":$partition,
           "::mlir::Value":$parents, "::mlir::Value":$number)>,
    LevelFunction<"Sums what the partitions have counted of each parent, and keeps "
                  "how many children come before those of each partition.",
      "void", "concatenateCounts",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents)>,
    LevelFunction<"How many partitions have counted.",
      "::mlir::Value", "numPartitions",
      (ins "::mlir::ValueRange":$state, "::mlir::Value":$parents)>,
    LevelFunction<"Begins to place in a partition: the state of the tensor becomes "
                  "that of the partition.",
      "void", "beginPlaces",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents,
           "::mlir::Value":$number)>,
    LevelFunction<"Frees what a partition has of its own.",
      "void", "endPlaces", (ins "::mlir::ValueRange":$partition)>,
    LevelFunction<"Says that the partitions have taken all children.",
      "void", "concatenatePlaces",
      (ins "::weft::ValueVector &":$state, "::mlir::Value":$parents)>,
  ];
}

#endif // WEFT_CONVERSION_LEVELTOMEMREF_PARTITIONEMITTERS_TD
